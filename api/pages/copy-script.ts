/**
 * The only script of the pages: shows the copy buttons, which are of no use without it, and copies. A constant, for its
 * hash stands in the policy. Old syntax, so that it runs wherever a page does.
 */

/**
 * A button `data-copy="id"` copies the text of the element `id` and tells in the element `copied`, which is a live
 * region. Where a browser has no clipboard for us (plain http in a network) the old way is tried, and where that fails
 * too the text is marked, and the page shows what to press.
 */
export const COPY_SCRIPT = `(function () {
  var notice = document.getElementById('copied');
  var buttons = document.querySelectorAll('[data-copy]');
  var timer = 0;
  function textOf(element) {
    return 'value' in element ? element.value : element.textContent;
  }
  function mark(element) {
    if ('select' in element) {
      element.focus();
      element.select();
    } else {
      getSelection().selectAllChildren(element);
    }
  }
  function forget() {
    buttons.forEach(function (one) {
      one.querySelector('span').textContent = 'Copy';
    });
    notice.textContent = '';
  }
  function say(button, message, isDone) {
    clearTimeout(timer);
    forget();
    if (isDone) button.querySelector('span').textContent = 'Copied';
    timer = setTimeout(function () {
      notice.textContent = message;
      if (isDone) timer = setTimeout(forget, 6000);
    }, 50);
  }
  function done(button) {
    say(button, button.getAttribute('data-copied'), true);
  }
  function byHand(button, element) {
    mark(element);
    var isCopied = false;
    try {
      isCopied = document.execCommand('copy');
    } catch (error) {
      isCopied = false;
    }
    if (isCopied) {
      button.focus();
      done(button);
    } else {
      say(button, 'Marked: press Control or Command and C to copy.', false);
    }
  }
  buttons.forEach(function (button) {
    var element = document.getElementById(button.getAttribute('data-copy'));
    button.hidden = false;
    button.addEventListener('click', function () {
      if (navigator.clipboard && navigator.clipboard.writeText) {
        navigator.clipboard.writeText(textOf(element)).then(
          function () { done(button); },
          function () { byHand(button, element); }
        );
      } else {
        byHand(button, element);
      }
    });
  });
})();`;
