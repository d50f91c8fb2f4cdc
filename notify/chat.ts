/** A message as text: for the plain part of a mail, Slack and Teams. */

import type { Line, Message } from './message.ts';

/** A paragraph: a heading and its lines, each with the address of its page. */
interface Paragraph {
  readonly heading: string | null;
  readonly lines: readonly { readonly text: string; readonly href: string | null }[];
}

export interface ChatText {
  readonly title: string;
  readonly paragraphs: readonly Paragraph[];
  /** The page of it all. */
  readonly href: string | null;
}

export function chatText(message: Message, publicUrl: string | null): ChatText {
  const { title, intro, doing, figures, bars, lines, path } = message;
  const linked = ({ text, path: of }: Line) => ({ text, href: hrefOf(publicUrl, of) });
  const figure = figures.map(({ label, value, note, path: of }) =>
    linked({ text: `${label}: ${value}${note === null ? '' : ` (${note})`}`, path: of }),
  );
  const days = bars.map(({ label, people, note, path: of }) =>
    linked({ text: `${label}: ${people ?? '–'}${note === '' ? '' : ` · ${note}`}`, path: of }),
  );
  const paragraphs: Paragraph[] = [
    { heading: null, lines: intro.map((text) => ({ text, href: null })) },
    { heading: 'Worth doing first', lines: doing.map(linked) },
    { heading: 'The numbers', lines: figure },
    { heading: 'Day by day', lines: days },
    { heading: null, lines: lines.map(linked) },
  ];
  return {
    title,
    paragraphs: paragraphs.filter((one) => one.lines.length > 0),
    href: hrefOf(publicUrl, path),
  };
}

export function hrefOf(publicUrl: string | null, path: string | null): string | null {
  return publicUrl === null || path === null ? null : `${publicUrl}${path}`;
}

export const FOOT = 'Turnout stores counts and times. No video, no pictures, no faces.';

export function plainText({ title, paragraphs, href }: ChatText): string {
  const blocks = paragraphs.map(({ heading, lines }) =>
    [
      ...(heading === null ? [] : [heading.toUpperCase()]),
      ...lines.map((line) => `${line.text}${line.href === null ? '' : `\n  ${line.href}`}`),
    ].join('\n'),
  );
  return [title, ...blocks, ...(href === null ? [] : [href]), FOOT].join('\n\n');
}

/** Longest text of a section and of a header, and most blocks: Slack refuses the whole message beyond. */
const SLACK = { section: 2_900, header: 148, blocks: 48 } as const;

export function slackBody({ title, paragraphs, href }: ChatText): object {
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const link = (text: string, to: string | null) =>
    to === null ? escaped(text) : `<${to}|${escaped(text).replaceAll('|', '¦')}>`;
  const sections = paragraphs.flatMap(({ heading, lines }) => [
    ...(heading === null ? [] : [`*${heading}*`]),
    ...lines.map((line) => `• ${link(line.text, line.href)}`),
  ]);
  const blocks = [
    { type: 'header', text: { type: 'plain_text', text: title.slice(0, SLACK.header) } },
    ...joined(href === null ? sections : [...sections, link('Open the page', href)], SLACK.section)
      .slice(0, SLACK.blocks)
      .map((text) => ({ type: 'section', text: { type: 'mrkdwn', text } })),
  ];
  return { text: title, blocks };
}

/** Lines in as few texts of at most `most` characters as they fit into. */
function joined(lines: readonly string[], most: number): readonly string[] {
  return lines.reduce<string[]>((texts, line) => {
    const last = texts.at(-1);
    if (last !== undefined && last.length + line.length < most) {
      texts[texts.length - 1] = `${last}\n${line}`;
    } else texts.push(line.slice(0, most));
    return texts;
  }, []);
}

/** An adaptive card, as workflows of Teams take it. */
export function teamsBody({ title, paragraphs, href }: ChatText): object {
  const link = (text: string, to: string | null) => {
    const plain = text.replaceAll(/[[\]*_`\\]/g, '\\$&');
    return to === null ? plain : `[${plain}](${to})`;
  };
  const block = (text: string, more: object = {}) => ({
    type: 'TextBlock',
    wrap: true,
    text,
    ...more,
  });
  const content = {
    type: 'AdaptiveCard',
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    version: '1.4',
    body: [
      block(title, { size: 'Large', weight: 'Bolder' }),
      ...paragraphs.flatMap(({ heading, lines }) => [
        ...(heading === null ? [] : [block(heading, { weight: 'Bolder', spacing: 'Medium' })]),
        block(lines.map((line) => `- ${link(line.text, line.href)}`).join('\n')),
      ]),
    ],
    ...(href !== null && {
      actions: [{ type: 'Action.OpenUrl', title: 'Open the page', url: href }],
    }),
  };
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }],
  };
}
