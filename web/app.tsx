/** The page of some data: the same on the server and in the browser. */

import type { ComponentChildren } from 'preact';
import { type Content, FOLLOWED, type PageData } from './data.ts';
import { Answer } from './pages/answer.tsx';
import { ClassPage } from './pages/classes/class.tsx';
import { Classes } from './pages/classes/classes.tsx';
import { SessionPage } from './pages/classes/session.tsx';
import { Missing } from './pages/missing.tsx';
import { Money } from './pages/money.tsx';
import { Report } from './pages/report.tsx';
import { Today } from './pages/today.tsx';
import { TrainerPage } from './pages/trainer.tsx';
import { Trainers } from './pages/trainers.tsx';
import { Wall } from './pages/wall.tsx';
import { Week } from './pages/week.tsx';
import { type Place, Shell } from './parts/shell.tsx';
import { EN } from './words/en.ts';
import { capitalised, date, dates } from './words/format.ts';

export function App({ frame, content }: PageData) {
  if (content.page === 'report') return <Report frame={frame} content={content} />;
  if (content.page === 'wall') return <Wall frame={frame} content={content} />;
  const question = content.page === 'answer' ? content.question : '';
  return (
    <Shell
      frame={frame}
      place={PLACES[content.page]}
      isFollowed={FOLLOWED.includes(content.page)}
      question={question}
    >
      {inShell({ frame, content })}
    </Shell>
  );
}

type Framed = Exclude<Content['page'], 'report' | 'wall'>;

const PLACES: Readonly<Record<Framed, Place | null>> = {
  today: 'today',
  week: 'week',
  classes: 'classes',
  class: 'classes',
  session: 'classes',
  trainers: 'trainers',
  trainer: 'trainers',
  money: 'money',
  answer: null,
  missing: null,
};

function inShell({ frame, content }: PageData): ComponentChildren {
  switch (content.page) {
    case 'today':
      return <Today frame={frame} content={content} />;
    case 'week':
      return <Week content={content} />;
    case 'classes':
      return <Classes content={content} />;
    case 'class':
      return <ClassPage content={content} />;
    case 'session':
      return <SessionPage content={content} />;
    case 'trainers':
      return <Trainers content={content} />;
    case 'trainer':
      return <TrainerPage content={content} />;
    case 'money':
      return <Money content={content} />;
    case 'answer':
      return <Answer content={content} />;
    case 'missing':
      return <Missing content={content} />;
    default:
      return null;
  }
}

/** Of the window: names the page first, then the gym. */
export function titleOf({ frame, content }: PageData): string {
  return `${nameOf(content)} · ${capitalised(frame.gym)} · ${EN.product}`;
}

function nameOf(content: Content): string {
  switch (content.page) {
    case 'today':
      return `${EN.nav.today}, ${date(content.summary.date)}`;
    case 'week':
    case 'report':
      return `Week of ${dates(content.week.from, content.days.at(-1)?.day.date ?? content.week.to)}`;
    case 'class':
      return content.report.name;
    case 'session':
      return `${content.report.session.name}, ${date(content.report.date, 'short')}`;
    case 'trainer':
      return content.report.trainer.name;
    case 'answer':
      return content.question === '' ? EN.ask.title : content.question;
    case 'wall':
      return 'Wall';
    case 'missing':
      return 'Not found';
    default:
      return EN.nav[content.page];
  }
}
