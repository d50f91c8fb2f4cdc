import { describe, expect, it } from 'vitest';
import { HttpLogin } from '../../../../engine/cameras/http/login.ts';

const MD5 = 'Digest realm="r", nonce="first", qop="auth"';

describe('a login over HTTP', () => {
  it('is read from an address, its percent-encoding undone, a stray percent sign left alone', () => {
    const login = HttpLogin.from(new URL('http://us%40er:100%@camera/'));
    expect(login?.learn(['Basic realm="r"'])).toBe(true);
    expect(login?.header('GET', '/')).toBe(`Basic ${btoa('us@er:100%')}`);
    expect(HttpLogin.from(new URL('http://camera/'))).toBeNull();
  });

  it('says nothing before the camera has asked', () => {
    expect(new HttpLogin('u', 'p').header('GET', '/')).toBeNull();
  });

  it('answers the strongest challenge, basic only where there is no other', () => {
    const login = new HttpLogin('u', 'p');
    login.learn(['Basic realm="r"', MD5, `${MD5}, algorithm=SHA-256`, 'Bearer realm="r"']);
    expect(login.header('GET', '/')).toContain('algorithm=SHA-256');
  });

  it('cannot answer what it does not know', () => {
    expect(new HttpLogin('u', 'p').learn(['Bearer realm="r"', 'NTLM'])).toBe(false);
  });

  it('counts the uses of a nonce, and begins again with the next one', () => {
    const login = new HttpLogin('u', 'p');
    login.learn([MD5]);
    expect(login.header('GET', '/')).toContain('nc=00000001');
    expect(login.header('GET', '/')).toContain('nc=00000002');
    login.learn([MD5.replace('first', 'second')]);
    expect(login.header('GET', '/')).toMatch(/nonce="second".*nc=00000001/);
  });

  it('is refused by a second challenge, unless that calls the nonce stale', () => {
    const login = new HttpLogin('u', 'p');
    expect(login.learn([MD5])).toBe(true);
    expect(login.learn([`${MD5}, stale=TRUE`])).toBe(true);
    expect(login.learn([MD5])).toBe(false);
  });

  it('writes letters beyond ASCII as UTF-8 bytes, which Node accepts in a header', () => {
    const login = new HttpLogin('Zoë', 'p');
    login.learn([MD5]);
    const header = login.header('GET', '/') ?? '';
    expect(Buffer.from(header, 'latin1').toString('utf8')).toContain('username="Zoë"');
  });
});
