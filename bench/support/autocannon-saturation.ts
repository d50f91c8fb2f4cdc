/** Asks a server for all that it can give, by autocannon: `autocannon-saturation.js JSON`. Run by `load.ts`. */

import autocannon from 'autocannon';

const { url, secret, seconds, connections } = JSON.parse(process.argv[2] ?? '');
const result = await autocannon({
  url,
  connections,
  duration: seconds,
  headers: { authorization: `Bearer ${secret}` },
});
const counted = {
  requests: result.requests.total,
  seconds: result.duration,
  bytes: result.throughput.total,
  refused: result['4xx'] + result['5xx'],
  broken: result.errors + result.timeouts,
};
console.log(JSON.stringify(counted));
