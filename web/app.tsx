/** The page of some data. */

import type { JSX } from 'preact';
import { type Content, type Frame, isOperator, type PageData } from './data.ts';
import { Answer } from './pages/answer.tsx';
import { ClassPage } from './pages/classes/class.tsx';
import { Classes } from './pages/classes/classes.tsx';
import { SessionPage } from './pages/classes/session.tsx';
import { Links } from './pages/links.tsx';
import { Money } from './pages/money.tsx';
import { Missing, Refused } from './pages/notice.tsx';
import { Gyms } from './pages/office/gyms.tsx';
import { AuditPage } from './pages/operator/audit.tsx';
import { Calibrate } from './pages/operator/calibrate.tsx';
import { CameraPage } from './pages/operator/camera.tsx';
import { Cameras } from './pages/operator/cameras.tsx';
import { Models } from './pages/operator/models.tsx';
import { Report } from './pages/report.tsx';
import { Setup } from './pages/setup/setup.tsx';
import { SignIns } from './pages/sign-in/sign-ins.tsx';
import { Day, Today } from './pages/today.tsx';
import { TrainerPage, Trainers } from './pages/trainers.tsx';
import { Wall } from './pages/wall.tsx';
import { Week } from './pages/week.tsx';
import { type Place, Shell } from './parts/shell.tsx';
import { capitalised, date, dates } from './words/format.ts';
import { LINKS, REFUSED } from './words/sign-in.ts';

export function App({ frame, content }: PageData) {
  if (content.page === 'report') return <Report frame={frame} content={content} />;
  if (content.page === 'wall') return <Wall frame={frame} content={content} />;
  if (content.page === 'gyms') return <Gyms frame={frame} content={content} />;
  const { page } = content;
  const draw = PAGES[page] as (content: Content, frame: Frame) => JSX.Element;
  return (
    <Shell frame={frame} place={placeOf(page)} question={page === 'answer' ? content.question : ''}>
      {draw(content, frame)}
    </Shell>
  );
}

/** Pages that have a frame of their own. */
type Framed = Exclude<Content['page'], 'report' | 'wall' | 'gyms'>;
type Pages = {
  readonly [Page in Framed]: (
    content: Extract<Content, { page: Page }>,
    frame: Frame,
  ) => JSX.Element;
};

const PAGES: Pages = {
  today: (content, frame) => <Today frame={frame} content={content} />,
  day: (content, frame) => <Day frame={frame} content={content} />,
  week: (content) => <Week content={content} />,
  classes: (content) => <Classes content={content} />,
  class: (content) => <ClassPage content={content} />,
  session: (content, frame) => (
    <SessionPage
      content={content}
      isOwn={frame.reader?.role === 'trainer'}
      isOwner={isOperator(frame)}
    />
  ),
  trainers: (content) => <Trainers content={content} />,
  trainer: (content) => <TrainerPage content={content} />,
  money: (content, frame) => <Money frame={frame} content={content} />,
  answer: (content) => <Answer content={content} />,
  missing: (content) => <Missing content={content} />,
  refused: (content) => <Refused content={content} />,
  sign_ins: (content, frame) => (
    <SignIns content={content} today={frame.today} isOffice={frame.office !== undefined} />
  ),
  links: (content) => <Links content={content} />,
  cameras: (content) => <Cameras content={content} />,
  camera: (content) => <CameraPage content={content} />,
  models: (content) => <Models content={content} />,
  calibrate: (content) => <Calibrate content={content} />,
  audit: (content) => <AuditPage content={content} />,
  setup: (content) => <Setup content={content} />,
};

/** Where a page is in the navigation; the rest of an owner's pages are settings. */
const PLACES: Readonly<Partial<Record<Framed, Place | null>>> = {
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
};

function placeOf(page: Framed): Place | null {
  const place = PLACES[page];
  return place === undefined ? 'settings' : place;
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
