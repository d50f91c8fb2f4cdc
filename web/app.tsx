/** The page of some data: how each is drawn, where it is in the navigation, and what its window is called. */

import type { JSX } from 'preact';
import type { Content, Frame, PageData } from './data.ts';
import { answerPage } from './pages/answer.tsx';
import { classPage } from './pages/classes/class.tsx';
import { classesPage } from './pages/classes/classes.tsx';
import { sessionPage } from './pages/classes/session.tsx';
import { linksPage } from './pages/links.tsx';
import { moneyPage } from './pages/money.tsx';
import { missingPage, notForReaderPage } from './pages/notice.tsx';
import { gymsPage } from './pages/office/gyms.tsx';
import { auditPage } from './pages/operator/audit.tsx';
import { calibratePage } from './pages/operator/calibrate.tsx';
import { cameraPage } from './pages/operator/camera.tsx';
import { camerasPage } from './pages/operator/cameras.tsx';
import { modelsPage } from './pages/operator/models.tsx';
import { reportPage } from './pages/report.tsx';
import { setupPage } from './pages/setup/setup.tsx';
import { signInsPage } from './pages/sign-in/sign-ins.tsx';
import { dayPage, todayPage } from './pages/today.tsx';
import { trainerPage, trainersPage } from './pages/trainers.tsx';
import { wallPage } from './pages/wall.tsx';
import { weekPage, weekTitle } from './pages/week.tsx';
import { type Place, Shell } from './parts/shell.tsx';
import { capitalised, date } from './words/format.ts';
import { LINKS, REFUSED } from './words/sign-in.ts';

type Page<Of> = readonly [
  draw: (content: Of, frame: Frame) => JSX.Element,
  /** Null for nowhere. */
  place: Place | null | 'alone',
  title: string | ((content: Of) => string),
];

const PAGES: {
  readonly [Name in Content['page']]: Page<Extract<Content, { page: Name }>>;
} = {
  today: [todayPage, 'today', ({ summary }) => `Today, ${date(summary.date)}`],
  day: [dayPage, 'today', ({ summary }) => date(summary.date)],
  week: [weekPage, 'week', weekTitle],
  classes: [classesPage, 'classes', 'Classes'],
  class: [classPage, 'classes', ({ report }) => report.name],
  session: [
    sessionPage,
    'classes',
    ({ report }) => `${report.session.name}, ${date(report.date, 'short')}`,
  ],
  trainers: [trainersPage, 'trainers', 'Trainers'],
  trainer: [trainerPage, 'trainers', ({ report }) => report.trainer.name],
  money: [moneyPage, 'money', 'Money'],
  answer: [answerPage, null, ({ question }) => question || 'Ask'],
  missing: [missingPage, null, 'Page not found'],
  refused: [notForReaderPage, null, REFUSED.title],
  report: [reportPage, 'alone', weekTitle],
  wall: [wallPage, 'alone', 'Wall'],
  gyms: [gymsPage, null, 'Gyms'],
  sign_ins: [signInsPage, 'settings', 'Sign-ins and screens'],
  links: [linksPage, 'settings', LINKS],
  cameras: [camerasPage, 'settings', 'Cameras'],
  camera: [cameraPage, 'settings', ({ camera }) => camera.id],
  models: [modelsPage, 'settings', 'Detectors'],
  calibrate: [calibratePage, 'settings', 'Accuracy'],
  audit: [auditPage, 'settings', 'Activity log'],
  setup: [setupPage, 'settings', 'Settings'],
};

const pageOf = ({ page }: Content) => PAGES[page] as unknown as Page<Content>;

export function App({ frame, content }: PageData) {
  const [draw, place] = pageOf(content);
  const drawn = draw(content, frame);
  if (place === 'alone') return drawn;
  const question = content.page === 'answer' ? content.question : '';
  return (
    <Shell frame={frame} place={place} question={question}>
      {drawn}
    </Shell>
  );
}

/** Of the window: names the page first, then the gym. */
export function titleOf({ frame, content }: PageData): string {
  const [, , title] = pageOf(content);
  const name = typeof title === 'string' ? title : title(content);
  return `${name} · ${capitalised(frame.gym)} · Turnout`;
}
