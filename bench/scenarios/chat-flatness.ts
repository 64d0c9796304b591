// The list of conversations and a page of one conversation, with a million messages over ten
// thousand.
import { cpuSecondsOfTree } from '../cpu.ts';
import { openDriver } from '../drive.ts';
import { type Figure, figureOf, median, ratios } from '../figure.ts';
import { type Stage, onStage } from '../stage.ts';

const FANS = 2_000;
const MANY = { rooms: 20_000, messages: 1_000_000 };
const FEW = { rooms: 200, messages: 10_000 };
const PLACES = 300;
const ROUNDS = 7;
const ROUND_MS = 1_500;
const CONNECTIONS = 4;
const ROOMS = ['GET /api/chats', 'GET /api/chats?unread=true'];

type Size = typeof MANY;

/**
 * Conversations of the first `rooms / fans` producers with all fans, or of one producer with the
 * first fans; messages are spread evenly and alternate.
 */
const insertMessages = async ({ database }: Stage, { rooms, messages }: Size): Promise<void> => {
  const each = messages / rooms;
  await database.query(
    `WITH pairs AS (
       SELECT gen_random_uuid() AS id, p.id AS producer_id, f.id AS fan_id
       FROM (SELECT id, row_number() OVER (ORDER BY domain_name) AS n FROM profiles
         WHERE producer_stage = 'approved') p,
         (SELECT id, row_number() OVER (ORDER BY id) AS n FROM profiles
           WHERE producer_stage = 'member') f
       WHERE NOT EXISTS (SELECT FROM chat_members m WHERE m.profile_id = p.id)
       ORDER BY p.n, f.n LIMIT ${rooms}
     ), c AS (INSERT INTO chats (id, created_at, last_seq) SELECT id, now(), ${each} FROM pairs
       RETURNING id),
     m AS (INSERT INTO chat_members (chat_id, profile_id, other_id, last_message_at, updated_at)
       SELECT id, a, b, now() - random() * interval '90 days', now()
         FROM pairs, LATERAL (VALUES (producer_id, fan_id), (fan_id, producer_id)) v (a, b))
     INSERT INTO messages (id, chat_id, seq, sender_id, receiver_id, text, writer, created_at)
     SELECT gen_random_uuid(), pairs.id, n, CASE WHEN n % 2 = 0 THEN producer_id
       ELSE fan_id END, CASE WHEN n % 2 = 0 THEN fan_id ELSE producer_id END,
       'Mensagem ' || n, 'person', now() - (${each} - n) * interval '1 hour' FROM pairs,
         generate_series(1, ${each}) n`,
  );
  await database.query('ANALYZE chats, chat_members, messages');
};

const producerWith = async ({ database, producers }: Stage, rooms: number) => {
  const { rows } = await database.query<{ profile_id: string }>(
    'SELECT profile_id FROM chat_members WHERE profile_id = ANY($1) GROUP BY profile_id HAVING count(*) = $2 LIMIT 1',
    [producers.map(({ profileId }) => profileId), rooms],
  );
  const found = producers.find(({ profileId }) => profileId === rows[0]?.profile_id);
  if (!found) throw new Error(`no producer has ${rooms} conversations`);
  return found;
};

/** What readers ask for, measured by its p99 or by processor time. */
const openReaders = ({ port, database, pid }: Stage, driver: ReturnType<typeof openDriver>) => {
  const drive = (targets: string[], token: string) =>
    driver.drive({
      port,
      connections: CONNECTIONS,
      durationMs: ROUND_MS,
      target: targets,
      callers: [`authorization: Bearer ${token}`],
      bodies: [],
      keyed: false,
    });
  const cpuMs = async (targets: string[], token: string): Promise<number> => {
    const before = await cpuSecondsOfTree(pid);
    const { answered } = await drive(targets, token);
    return ((await cpuSecondsOfTree(pid)) - before) * (1_000 / answered);
  };
  const pagesOf = async (profileId: string): Promise<string[]> => {
    const { rows } = await database.query<{ chat_id: string }>(
      `SELECT chat_id FROM chat_members WHERE profile_id = $1 ORDER BY random() LIMIT ${PLACES}`,
      [profileId],
    );
    return rows.flatMap(({ chat_id: id }) => [
      `GET /api/chats/${id}/messages`,
      `GET /api/chats/${id}/messages?before=40`,
    ]);
  };
  return async ({ profileId, token }: Stage['fans'][number]) => {
    const pages = await pagesOf(profileId);
    const reader = {
      rooms: async () => (await drive(ROOMS, token)).p99Ms,
      history: async () => (await drive(pages, token)).p99Ms,
      roomsCpu: () => cpuMs(ROOMS, token),
    };
    await reader.rooms();
    await reader.history();
    return reader;
  };
};

type Reader = Awaited<ReturnType<ReturnType<typeof openReaders>>>;

/** Beside each other, so that what else the machine does is the same for both. */
const comparedCpu = async (many: Reader, few: Reader): Promise<Figure> => {
  const cpu = { few: [] as number[], many: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    cpu.few.push(await few.roomsCpu());
    cpu.many.push(await many.roomsCpu());
  }
  return figureOf(
    'rooms-flatness-cpu',
    'ratio',
    ratios(cpu.many, cpu.few),
    `GET /api/chats; processor time of server and database for a reader with ${FANS} conversations (${median(cpu.many).toFixed(2)} ms), over one with ${FEW.rooms} in the same tables (${median(cpu.few).toFixed(2)} ms); median of ${ROUNDS} interleaved rounds`,
  );
};

const measure = async (stage: Stage): Promise<Figure[]> => {
  const driver = openDriver();
  const asked = openReaders(stage, driver);
  // Both sizes are measured in the same table: the few first, alone in it, and then again beside
  // the many, so that the processor's caches and the program are as warm.
  await insertMessages(stage, FEW);
  const few = await asked(await producerWith(stage, FEW.rooms));
  const small = { rooms: [] as number[], history: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    small.rooms.push(await few.rooms());
    small.history.push(await few.history());
  }
  await insertMessages(stage, MANY);
  const many = await asked(await producerWith(stage, FANS));
  const large = { rooms: [] as number[], history: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    large.rooms.push(await many.rooms());
    large.history.push(await many.history());
  }
  const roomsCpu = await comparedCpu(many, few);
  driver.close();
  const how = (kind: keyof typeof small) =>
    `p99 with ${MANY.messages} messages in ${MANY.rooms} conversations, ${FANS} of them the reader's (${median(large[kind]).toFixed(1)} ms), over ${FEW.messages} in ${FEW.rooms} (${median(small[kind]).toFixed(1)} ms); ${CONNECTIONS} connections, median of ${ROUNDS} rounds of ${ROUND_MS / 1_000} s`;
  return [
    figureOf(
      'rooms-flatness',
      'ratio',
      ratios(large.rooms, small.rooms),
      `GET /api/chats; ${how('rooms')}`,
    ),
    roomsCpu,
    figureOf(
      'history-flatness',
      'ratio',
      ratios(large.history, small.history),
      `GET /api/chats/{id}/messages, newest and older; ${how('history')}`,
    ),
  ];
};

export const run = (): Promise<Figure[]> =>
  onStage({ fans: FANS, producers: 12, balance: 0, pages: false }, measure);
