// Whether ordinary messages stay fast while a mass message is sent.
import { openDriver } from '../drive.ts';
import { type Figure, figureOf, ratios } from '../figure.ts';
import { addFollowers, beginMassMessage, watchMassMessage } from '../mass-message.ts';
import { type Stage, onStage } from '../stage.ts';

/** Enough that the mass message outlasts the round. */
const FOLLOWERS = 60_000;
const ROUNDS = 6;
const ROUND_MS = 3_000;
const CONNECTIONS = 4;
/** An ordinary load: each connection pauses between its messages. */
const PAUSE_MS = 20;
const WRITERS = 40;

const measure = async (stage: Stage): Promise<Figure[]> => {
  await addFollowers(stage, FOLLOWERS);
  // Another producer is written to by fans who follow the sender of the mass message, too.
  const [sender, other] = stage.producers;
  await stage.database.query(
    'INSERT INTO follows (follower_id, followee_id, created_at) SELECT id, $2::uuid, now() FROM unnest($1::uuid[]) id',
    [stage.fans.map(({ profileId }) => profileId), sender?.profileId],
  );
  const driver = openDriver();
  const drive = async (): Promise<number> =>
    (
      await driver.drive({
        port: stage.port,
        connections: CONNECTIONS,
        durationMs: ROUND_MS,
        target: 'POST /api/chats/messages',
        callers: stage.fans.map(({ token }) => `authorization: Bearer ${token}`),
        bodies: [sender, other].map((receiver) =>
          JSON.stringify({ receiverId: receiver?.profileId, message: 'Oi!', fee: 100 }),
        ),
        keyed: true,
        pauseMs: PAUSE_MS,
      })
    ).p99Ms;
  const p99 = { idle: [] as number[], mass: [] as number[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const idle = await drive();
    const message = await beginMassMessage(stage);
    const mass = await drive();
    const { allMs } = await watchMassMessage(stage, message);
    if (allMs < PAUSE_MS) throw new Error('the mass message ended before its round');
    // The first warms up, and begins conversations.
    if (round === 0) continue;
    p99.idle.push(idle);
    p99.mass.push(mass);
  }
  driver.close();
  const how = `${CONNECTIONS} connections of ${WRITERS} fans who write to the sender of the mass message and to another creator, ${PAUSE_MS} ms between an answer and the next message, mass message to ${FOLLOWERS} followers, median of ${ROUNDS} interleaved rounds of ${ROUND_MS / 1_000} s`;
  return [
    figureOf(
      'chat-p99-under-mass',
      'ratio',
      ratios(p99.mass, p99.idle),
      `99th percentile of ordinary messages while a mass message is sent, over that without one; ${how}`,
    ),
    figureOf('chat-p99-idle-ms', 'ms', p99.idle, how),
    figureOf('chat-p99-mass-ms', 'ms', p99.mass, how),
  ];
};

export const run = (): Promise<Figure[]> =>
  onStage(
    {
      fans: WRITERS,
      producers: 2,
      balance: 10_000_000,
      pages: false,
      settings: { MASS_MESSAGES_PER_DAY: '100' },
    },
    measure,
  );
