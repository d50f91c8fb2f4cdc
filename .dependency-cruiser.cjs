/** The arrows of the tree as rules: a folder imports from the floors below its own, never from those above. */

/** From the top down. Folders of one floor do not know each other. */
const FLOORS = [
  ['cli', 'main\\.ts'],
  ['api'],
  ['ask', 'notify'],
  ['web'],
  ['hq'],
  ['service'],
  ['engine', 'store'],
  ['chain'],
  ['gym'],
  ['config'],
  ['detectors', 'runtime'],
  ['errors\\.ts'],
];

/** The same inside `api/`: its own files on top build the parts and join them. */
const API_FLOORS = [
  ['[^/]+\\.ts'],
  ['live', 'mcp', 'metrics', 'openapi'],
  ['routes'],
  ['auth'],
  ['http', 'schemas', 'validation'],
];

/** The one home of each package that is native, large or a dialect of its own. */
const HOMES = [
  ['node-av', '^engine/(cameras|frames)/'],
  ['onnxruntime-node', '^detectors/(onnx|examples)/'],
  ['piscina', '^engine/pool/'],
  ['sqlite3', '^store/history/'],
  ['sharp', '^(engine/frames|ask/charts)/'],
  ['@napi-rs/canvas', '^(engine/pictures|ask/charts)/'],
  ['@trufflesuite/uws-js-unofficial', '^api/http/'],
  ['yaml', '^config/'],
  ['nodemailer', '^notify/'],
  ['mqtt', '^notify/'],
  ['commander', '^cli/'],
  ['@clack/prompts', '^cli/'],
  ['pg', '^hq/database/'],
  ['saxen', '^engine/cameras/onvif/'],
  ['temporal-polyfill', '^gym/(calendar|schedule)/'],
  ['ical.js', '^gym/schedule/'],
  ['rrule-temporal', '^gym/schedule/'],
  ['@modelcontextprotocol/server', '^api/mcp/'],
  ['windows-iana', '^gym/schedule/'],
];

/** Where the pages say what the owner API answers. */
const OWNER_TYPES = '^web/(owner-data|zones/server)\\.ts$';

const pathOf = (folders, root = '') =>
  `^${root}(${folders.map((name) => (name.endsWith('.ts') ? `${name}$` : `${name}/`)).join('|')})`;

/** No folder imports from a floor above its own, nor from its neighbours on the same floor. */
const downwards = (floors, root = '') =>
  floors.flatMap((floor, place) =>
    floor.flatMap((folder) => {
      const others = [...floors.slice(0, place).flat(), ...floor.filter((name) => name !== folder)];
      const allowed = folder === 'cli' ? others.filter((name) => name !== 'main\\.ts') : others;
      if (allowed.length === 0) return [];
      return {
        name: `${root}${folder.replaceAll('\\', '')} knows nothing above or next to it`,
        severity: 'error',
        from: { path: pathOf([folder], root), pathNot: OWNER_TYPES },
        to: { path: pathOf(allowed, root) },
      };
    }),
  );

module.exports = {
  forbidden: [
    // The pages take the types of the owner API's answers from its table, which the server that draws them imports.
    {
      name: 'no cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { pathNot: OWNER_TYPES } },
    },
    {
      name: 'no orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot:
          '(^test/|^bench/|^detectors/examples/|^web/client/after-paint\\.ts$|\\.cjs$|\\.d\\.ts$)',
      },
      to: {},
    },
    ...downwards(FLOORS),
    // Its own files on top may know each other: they build the parts.
    ...downwards(API_FLOORS, 'api/').filter(({ name }) => !name.startsWith('api/[')),
    {
      name: 'the words of questions are loaded at the first question: importing them at the start takes a tenth of it',
      severity: 'error',
      from: { pathNot: '^(ask/(read|chain)|test|bench)/' },
      to: {
        path: '^ask/(read/read-question|chain/ask-chain)\\.ts$',
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    {
      name: 'a head office and its database are loaded by their own commands alone',
      severity: 'error',
      from: { pathNot: '^(hq/|cli/hq/serve\\.ts$|test/|bench/)' },
      to: {
        path: '^(hq/|cli/hq/serve\\.ts$)',
        dependencyTypesNot: ['dynamic-import', 'type-import', 'type-only'],
      },
    },
    {
      name: 'gym is pure: no thread, database, camera or HTTP',
      severity: 'error',
      from: { path: '^gym/' },
      to: { path: '^(node:)?(worker_threads|http|https|net|tls|dgram|child_process)$' },
    },
    {
      name: 'web is what a browser can run: pure code of gym and of the zones, and no package of the server',
      severity: 'error',
      from: { path: '^web/', pathNot: OWNER_TYPES },
      to: {
        pathNot:
          '^(web/|gym/|engine/zones\\.ts$|config/(polygon|booking)\\.ts$|node_modules/(preact|@preact/signals|preact-render-to-string|d3-scale|d3-shape|@types/d3-(scale|shape))/)',
      },
    },
    {
      name: 'what runs in the browser imports no gym and no API at run time, only types',
      severity: 'error',
      // Zones are counted in the browser by the very code that counts.
      from: { path: '^web/(?!model/|zones/)' },
      to: { path: '^(api|gym|engine)/', dependencyTypesNot: ['type-only'] },
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
    ...HOMES.map(([name, home]) => ({
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
