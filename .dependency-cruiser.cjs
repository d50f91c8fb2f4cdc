/** The arrows of the tree as rules: main/cli → api → engine → detectors → errors. Nothing imports leftwards. */

const homes = [
  ['node-av', '^engine/(cameras|frames)/'],
  ['onnxruntime-node', '^detectors/onnx/'],
  ['piscina', '^engine/pool/'],
  ['sqlite3', '^store/history/'],
  ['sharp', '^engine/frames/'],
  ['@napi-rs/canvas', '^engine/pictures/'],
  ['@trufflesuite/uws-js-unofficial', '^api/http/'],
  ['yaml', '^config/'],
  ['commander', '^cli/'],
  ['@clack/prompts', '^cli/'],
  ['pino', '^(engine/json-log|cli/)'],
  ['temporal-polyfill', '^engine/(calendar|schedule)/'],
  ['ical.js', '^gym/schedule/'],
  ['@modelcontextprotocol/server', '^api/mcp/'],
  ['chrono-node', '^ask/grammar/'],
  ['windows-iana', '^gym/schedule/'],
];

/** A module enters the folder `room` through its door only. */
const door = (room, from = { pathNot: `^(${room}|test|bench)/` }) => ({
  name: `${room} is entered through its index.ts`,
  severity: 'error',
  from,
  to: { path: `^${room}/`, pathNot: `^${room}/index\\.ts$` },
});

const engineRooms = [
  'access',
  'analysis',
  'attendance',
  'calendar',
  'cameras',
  'config',
  'control',
  'counting',
  'counts',
  'demo',
  'frames',
  'gyms',
  'history',
  'models',
  'pictures',
  'pool',
  'reports',
  'sampling',
  'schedule',
  'sessions',
  'zones',
];

module.exports = {
  forbidden: [
    { name: 'no cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no orphans',
      severity: 'error',
      from: { orphan: true, pathNot: '(^test/|^bench/|^detectors/example/|\\.cjs$|\\.d\\.ts$)' },
      to: {},
    },
    {
      name: 'errors.ts imports nothing',
      severity: 'error',
      from: { path: '^errors\\.ts$' },
      to: { pathNot: '^errors\\.ts$' },
    },
    {
      name: 'detectors import only errors.ts',
      severity: 'error',
      from: { path: '^detectors/' },
      to: { path: '^(main\\.ts|cli|api|engine|bench|test|scripts)' },
    },
    {
      name: 'the engine knows no api, cli or main',
      severity: 'error',
      from: { path: '^engine/' },
      to: { path: '^(main\\.ts|cli|api|bench|test|scripts)' },
    },
    {
      name: 'the api knows no cli or main, and no detectors',
      severity: 'error',
      from: { path: '^api/' },
      to: { path: '^(main\\.ts|cli|detectors|bench|test|scripts)' },
    },
    {
      name: 'nothing imports tests, benches or scripts',
      severity: 'error',
      from: { pathNot: '^(test|bench|scripts)/' },
      to: { path: '^(test|bench|scripts)/' },
    },
    {
      name: 'the JavaScript client imports nothing but itself',
      severity: 'error',
      from: { path: '^clients/js/' },
      to: { pathNot: '^clients/js/src/' },
    },
    {
      name: 'nothing of the program imports clients',
      severity: 'error',
      from: { pathNot: '^(clients|test)/' },
      to: { path: '^clients/' },
    },
    {
      name: 'main.ts knows no cli',
      severity: 'error',
      from: { path: '^main\\.ts$' },
      to: { path: '^cli/' },
    },
    // main and cli may enter every door; api enters the engine through its own.
    door('engine', { path: '^api/' }),
    door('api'),
    door('detectors', { pathNot: '^(detectors|test|bench|scripts)/' }),
    ...engineRooms.map((room) =>
      door(`engine/${room}`, { path: `^(engine|main|cli)`, pathNot: `^engine/${room}/` }),
    ),
    ...homes.map(([name, home]) => ({
      name: `${name} has one home`,
      severity: 'error',
      from: { pathNot: `(${home}|^test/|^bench/)` },
      to: { path: `node_modules/${name}/` },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types'],
    },
  },
};
