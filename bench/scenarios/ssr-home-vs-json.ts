// The home page rendered on the server for a visitor, over the JSON it is made from.
import autocannon from 'autocannon';
import { publishPosts } from '../content.ts';
import { type Figure, figureOf, ratios } from '../figure.ts';
import { type Stage, onStage } from '../stage.ts';

const CONNECTIONS = 16;
const ROUNDS = 4;
const ROUND_SECONDS = 2;
const POSTS = 12;
/** What the page's loader asks for. */
const JSON_CALLS = [
  '/api/publics/posts/featured?limit=12',
  '/api/publics/profiles/online?limit=12',
];

/** Requests per second; every reply must be a 200. */
const rate = async (port: number, paths: readonly string[], unique = false): Promise<number> => {
  let sent = 0;
  const result: autocannon.Result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: CONNECTIONS,
    duration: ROUND_SECONDS,
    headers: { 'accept-encoding': 'identity', cookie: 'locale=pt' },
    requests: paths.map((path) => ({
      path,
      ...(unique && {
        // A parameter that pages read: others are left out of a shared page's key.
        setupRequest: (request: object) => ({ ...request, path: `${path}?ref=${(sent += 1)}` }),
      }),
    })),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx + result.errors} requests to ${paths.join(' ')} failed`);
  return result.requests.average;
};

const measure = async (stage: Stage): Promise<Figure[]> => {
  await publishPosts(stage, POSTS);
  const { port } = stage;
  const rates = { shared: [] as number[], rendered: [] as number[], json: [] as number[] };
  await rate(port, ['/']);
  await rate(port, ['/'], true);
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.shared.push(await rate(port, ['/']));
    rates.rendered.push(await rate(port, ['/'], true));
    // Both calls make one page.
    rates.json.push((await rate(port, JSON_CALLS)) / JSON_CALLS.length);
  }
  const how = `${CONNECTIONS} connections, ${POSTS} featured posts and ${POSTS} producers online, median of ${ROUNDS} interleaved rounds of ${ROUND_SECONDS} s, over ${JSON_CALLS.join(' and ')} together`;
  return [
    figureOf(
      'ssr-home-vs-json',
      'ratio',
      ratios(rates.shared, rates.json),
      `GET / as visitors get it, shared for seconds; ${how}`,
    ),
    figureOf(
      'ssr-home-rendered-vs-json',
      'ratio',
      ratios(rates.rendered, rates.json),
      `GET / rendered for every request; ${how}`,
    ),
  ];
};

export const run = (): Promise<Figure[]> =>
  onStage({ fans: 1, producers: POSTS, balance: 0, pages: true }, measure);
