/** The page of some data. */

import type { ComponentChildren } from 'preact';
import { type Content, isOperator, type PageData } from './data.ts';
import { Answer } from './pages/answer.tsx';
import { ClassPage } from './pages/classes/class.tsx';
import { Classes } from './pages/classes/classes.tsx';
import { SessionPage } from './pages/classes/session.tsx';
import { Day } from './pages/day.tsx';
import { Links } from './pages/links.tsx';
import { Missing } from './pages/missing.tsx';
import { Money } from './pages/money.tsx';
import { Gyms } from './pages/office/gyms.tsx';
import { AuditPage } from './pages/operator/audit.tsx';
import { Calibrate } from './pages/operator/calibrate.tsx';
import { CameraPage } from './pages/operator/camera.tsx';
import { Cameras } from './pages/operator/cameras.tsx';
import { Models } from './pages/operator/models.tsx';
import { Refused } from './pages/refused.tsx';
import { Report } from './pages/report.tsx';
import { Setup } from './pages/setup/setup.tsx';
import { SignIns } from './pages/sign-in/sign-ins.tsx';
import { Today } from './pages/today.tsx';
import { TrainerPage } from './pages/trainer.tsx';
import { Trainers } from './pages/trainers.tsx';
import { Wall } from './pages/wall.tsx';
import { Week } from './pages/week.tsx';
import { type Place, Shell } from './parts/shell.tsx';
import { capitalised, date, dates } from './words/format.ts';
import { LINKS, REFUSED } from './words/sign-in.ts';

export function App({ frame, content }: PageData) {
  if (content.page === 'report') return <Report frame={frame} content={content} />;
  if (content.page === 'wall') return <Wall frame={frame} content={content} />;
  if (content.page === 'gyms') return <Gyms frame={frame} content={content} />;
  const question = content.page === 'answer' ? content.question : '';
  return (
    <Shell frame={frame} place={PLACES[content.page]} question={question}>
      {inShell({ frame, content })}
    </Shell>
  );
}

function readerOf(frame: PageData['frame']) {
  return { isOwn: frame.reader?.role === 'trainer', isOwner: isOperator(frame) };
}

type Framed = Exclude<Content['page'], 'report' | 'wall' | 'gyms'>;

const PLACES: Readonly<Record<Framed, Place | null>> = {
  today: 'today',
  day: 'today',
  week: 'week',
  classes: 'classes',
  class: 'classes',
  session: 'classes',
  trainers: 'trainers',
  trainer: 'trainers',
  money: 'money',
  answer: null,
  missing: null,
  refused: null,
  sign_ins: 'settings',
  links: 'settings',
  cameras: 'settings',
  camera: 'settings',
  models: 'settings',
  calibrate: 'settings',
  audit: 'settings',
  setup: 'settings',
};

function inShell({ frame, content }: PageData): ComponentChildren {
  switch (content.page) {
    case 'today':
      return <Today frame={frame} content={content} />;
    case 'day':
      return <Day frame={frame} content={content} />;
    case 'week':
      return <Week content={content} />;
    case 'classes':
      return <Classes content={content} />;
    case 'class':
      return <ClassPage content={content} />;
    case 'session':
      return <SessionPage content={content} {...readerOf(frame)} />;
    case 'trainers':
      return <Trainers content={content} />;
    case 'trainer':
      return <TrainerPage content={content} />;
    case 'money':
      return <Money frame={frame} content={content} />;
    case 'answer':
      return <Answer content={content} />;
    case 'missing':
      return <Missing content={content} />;
    case 'refused':
      return <Refused content={content} />;
    case 'sign_ins':
      return (
        <SignIns content={content} today={frame.today} isOffice={frame.office !== undefined} />
      );
    case 'links':
      return <Links content={content} />;
    case 'cameras':
      return <Cameras content={content} />;
    case 'camera':
      return <CameraPage content={content} />;
    case 'models':
      return <Models content={content} />;
    case 'calibrate':
      return <Calibrate content={content} />;
    case 'audit':
      return <AuditPage content={content} />;
    case 'setup':
      return <Setup content={content} />;
    default:
      return null;
  }
}

const TITLES = {
  classes: 'Classes',
  trainers: 'Trainers',
  money: 'Money',
  wall: 'Wall',
  missing: 'Page not found',
  refused: REFUSED.title,
  sign_ins: 'Sign-ins and screens',
  links: LINKS,
  cameras: 'Cameras',
  models: 'Detectors',
  calibrate: 'Accuracy',
  audit: 'Activity log',
  setup: 'Settings',
  gyms: 'Gyms',
} as const;

/** Of the window: names the page first, then the gym. */
export function titleOf({ frame, content }: PageData): string {
  return `${nameOf(content)} · ${capitalised(frame.gym)} · Turnout`;
}

function nameOf(content: Content): string {
  switch (content.page) {
    case 'today':
      return `Today, ${date(content.summary.date)}`;
    case 'day':
      return date(content.summary.date);
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
      return content.question === '' ? 'Ask' : content.question;
    case 'camera':
      return content.camera.id;
    default:
      return TITLES[content.page];
  }
}
