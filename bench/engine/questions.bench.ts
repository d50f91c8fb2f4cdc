// What does it cost to read a question? The 200 blind questions, each by itself:
// processor time of all threads, which does not count the waits of a computer that has other work.

import { readFileSync } from 'node:fs';
import type { Question } from '../../ask/reader.ts';
import { compiledFile, compiledTree } from '../support/compiled.ts';
import { isQuick } from '../support/quick.ts';
import { median, report } from '../support/report.ts';

const ROUNDS = isQuick ? 1 : 12;
const WARM_UP = isQuick ? 1 : 3;
const NOW = Date.UTC(2026, 10, 22, 18);
const FILE = 'test/ask/blind-2026-11.txt';

compiledTree();
const { readQuestion } = await program<typeof import('../../ask/read/read-question.ts')>(
  'ask/read/read-question.ts',
);
const { sandboxView } =
  await program<typeof import('../../service/demo/sandbox.ts')>('service/demo/sandbox.ts');

const view = sandboxView(NOW);
const questions = readFileSync(FILE, 'utf8')
  .split('\n')
  .filter((line) => line.includes('\t') && !line.startsWith('#'))
  .map((line): Question => ({ text: line.slice(0, line.indexOf('\t')), prev: [] }));
const gym = {
  timezone: 'Europe/London',
  nowUtcMs: NOW,
  trainers: view.trainers,
  self: null,
  classNames: [...new Set(view.sessions.map(({ name }) => name))],
  families: [],
  rooms: view.rooms.map(({ id, name }) => ({ id, name })),
};

const perQuestion: number[] = [];
for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
  const begin = process.cpuUsage();
  for (const question of questions) readQuestion(question, { ...gym });
  const { user, system } = process.cpuUsage(begin);
  if (round >= WARM_UP) perQuestion.push((user + system) / 1_000 / questions.length);
}

report('ask/questions', [
  { name: 'questions', value: questions.length, unit: '', limit: null, direction: 'max' },
  {
    name: 'a question read, processor time, p50 of the rounds',
    value: median(perQuestion),
    unit: 'ms',
    limit: isQuick ? null : 2,
    direction: 'max',
  },
]);

function program<Module>(file: string): Promise<Module> {
  return import(compiledFile(file)) as Promise<Module>;
}
