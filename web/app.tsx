/** The page of some data: how each is drawn, where it is in the navigation, and what its window is called. */

import type { JSX } from 'preact';
import type { Frame } from './data.ts';
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

/** @param place Where the page is in the navigation; null for nowhere, `alone` for one without a frame. */
function page<Of>(
  draw: (content: Of, frame: Frame) => JSX.Element,
  place: Place | null | 'alone',
  title: string | ((content: Of) => string),
) {
  return { draw, place, title };
}

const PAGES = {
  today: page(todayPage, 'today', ({ summary }) => `Today, ${date(summary.date)}`),
  day: page(dayPage, 'today', ({ summary }) => date(summary.date)),
  week: page(weekPage, 'week', weekTitle),
  classes: page(classesPage, 'classes', 'Classes'),
  class: page(classPage, 'classes', ({ report }) => report.name),
  session: page(
    sessionPage,
    'classes',
    ({ report }) => `${report.session.name}, ${date(report.date, 'short')}`,
  ),
  trainers: page(trainersPage, 'trainers', 'Trainers'),
  trainer: page(trainerPage, 'trainers', ({ report }) => report.trainer.name),
  money: page(moneyPage, 'money', 'Money'),
  answer: page(answerPage, null, ({ question }) => question || 'Ask'),
  missing: page(missingPage, null, 'Page not found'),
  refused: page(notForReaderPage, null, REFUSED.title),
  report: page(reportPage, 'alone', weekTitle),
  wall: page(wallPage, 'alone', 'Wall'),
  gyms: page(gymsPage, null, 'Gyms'),
  sign_ins: page(signInsPage, 'settings', 'Sign-ins and screens'),
  links: page(linksPage, 'settings', LINKS),
  cameras: page(camerasPage, 'settings', 'Cameras'),
  camera: page(cameraPage, 'settings', ({ camera }) => camera.id),
  models: page(modelsPage, 'settings', 'Detectors'),
  calibrate: page(calibratePage, 'settings', 'Accuracy'),
  audit: page(auditPage, 'settings', 'Activity log'),
  setup: page(setupPage, 'settings', 'Settings'),
};

type Pages = typeof PAGES;

/** What a page is drawn from, by its name. */
export type Content = {
  [Name in keyof Pages]: Parameters<Pages[Name]['draw']>[0] & { readonly page: Name };
}[keyof Pages];

export interface PageData {
  readonly frame: Frame;
  readonly content: Content;
}

/** Pages that follow the live stream while they are open: what is on them changes by itself. */
const FOLLOWED: readonly Content['page'][] = ['today', 'wall', 'session'];

/** Where no box answers nothing changes by itself. */
export function isFollowed({ frame, content }: PageData): boolean {
  return FOLLOWED.includes(content.page) && frame.unreached === undefined;
}

const pageOf = ({ page: name }: Content) => PAGES[name] as ReturnType<typeof page<Content>>;

export function App({ frame, content }: PageData) {
  const { draw, place } = pageOf(content);
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
  const { title } = pageOf(content);
  const name = typeof title === 'string' ? title : title(content);
  return `${name} · ${capitalised(frame.gym)} · Turnout`;
}
