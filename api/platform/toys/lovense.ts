// Lovense by its Standard API, by server: a QR code pairs, the person's app reports its toys to our
// callback address, and commands go through Lovense's server. Source: developer.lovense.com,
// "Standard API".
import { z } from 'zod';
import type { Logger } from '../log/log.ts';
import { type ToyAction, type ToyResult, type Toys, ToysUnavailable } from './port.ts';

export type LovenseOptions = {
  /** The developer's token, of the developer dashboard. */
  token: string;
  /** The address of a stand-in for Lovense; for development and tests. */
  origin?: string | undefined;
  log: Pick<Logger, 'warn' | 'error'>;
  timeoutMs?: number;
};

const LOVENSE = 'https://api.lovense-api.com';
const TIMEOUT_MS = 5_000;
const PICTURE_MAX_BYTES = 300_000;
/** Hosts of the pictures of QR codes. */
const PICTURE_HOST = /(?:^|\.)lovense(?:-api)?\.com$/;

/** Documented codes of commands by server. */
const CODES = { success: 200, badToken: 501, noPermission: 502, unknownUser: 503, offline: 507 };
const ACTIONS: Record<ToyAction['motion'], string> = { vibrate: 'Vibrate', rotate: 'Rotate' };
/** Shown in the person's app. */
const SITE = 'Camarim';

const pairingSchema = z.object({
  code: z.number(),
  data: z.object({ qr: z.string(), code: z.string() }).nullish(),
});
const commandSchema = z.object({ code: z.number() });
const reportSchema = z.object({
  uid: z.string().min(1).max(100),
  utoken: z.string().min(1).max(200),
  toys: z.record(
    z.string().max(100),
    z.object({
      id: z.string().max(100),
      name: z.string().max(60).default(''),
      nickName: z.string().max(60).default(''),
      // 1 and 0, as numbers or as texts.
      status: z.union([z.number(), z.string()]).default(0),
    }),
  ),
});

type Post = <Schema extends z.ZodType>(
  path: string,
  body: Record<string, unknown>,
  schema: Schema,
) => Promise<z.output<Schema>>;

/** What is logged never has the token. */
const createPost =
  ({ token, origin = LOVENSE, log, timeoutMs = TIMEOUT_MS }: LovenseOptions): Post =>
  async (path, body, schema) => {
    const reply = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, ...body }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
      .then((response) => response.json())
      .catch((error: unknown) => {
        const reason = error instanceof Error ? error.name : 'unknown';
        log.warn({ reason }, 'Lovense could not be reached');
        throw new ToysUnavailable('Lovense could not be reached');
      });
    const read = schema.safeParse(reply);
    if (!read.success) throw new ToysUnavailable('Lovense answered something else');
    return read.data;
  };

/** The browser may load pictures of our own origin only, so they are put into our answer. */
const fetchPicture = async (
  address: string,
  { origin, timeoutMs = TIMEOUT_MS }: LovenseOptions,
): Promise<string | null> => {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const isLovense = url.protocol === 'https:' && PICTURE_HOST.test(url.hostname);
  if (!isLovense && (origin === undefined || url.origin !== new URL(origin).origin)) return null;
  try {
    const response = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
    const bytes = Buffer.from(await response.arrayBuffer());
    if (!response.ok || !/^image\/[\w+-]+$/.test(type) || bytes.length > PICTURE_MAX_BYTES)
      return null;
    return `data:${type};base64,${bytes.toString('base64')}`;
  } catch {
    // The code alone is enough to pair.
    return null;
  }
};

export const lovense = (options: LovenseOptions): Toys => {
  const { log } = options;
  const post = createPost(options);

  const command = async (uid: string, body: Record<string, unknown>): Promise<ToyResult> => {
    const { code } = await post('/api/lan/v2/command', { uid, ...body, apiVer: 1 }, commandSchema);
    if (code === CODES.success) return 'done';
    if (code === CODES.offline) return 'offline';
    if (code === CODES.unknownUser) return 'unknown';
    if (code === CODES.badToken || code === CODES.noPermission)
      log.error({ code }, 'Lovense refuses this installation: check LOVENSE_DEVELOPER_TOKEN');
    else log.warn({ code }, 'Lovense refused a command');
    throw new ToysUnavailable(`Lovense answered ${code}`);
  };

  return {
    async pair({ uid, proof }) {
      const body = { uid, uname: SITE, utoken: proof, v: 2 };
      const { code, data } = await post('/api/lan/getQrCode', body, pairingSchema);
      if (!data) {
        log.error({ code }, 'Lovense gave no code: check LOVENSE_DEVELOPER_TOKEN');
        throw new ToysUnavailable(`Lovense answered ${code}`);
      }
      return { code: data.code, picture: await fetchPicture(data.qr, options) };
    },
    readReport(body) {
      const report = reportSchema.safeParse(body);
      if (!report.success) return null;
      const { uid, utoken: proof, toys } = report.data;
      return {
        uid,
        proof,
        toys: Object.values(toys).map(({ id, name, nickName, status }) => ({
          id,
          name: nickName || name,
          online: Number(status) === 1,
        })),
      };
    },
    move: (uid, { motion, strength, seconds }: ToyAction) =>
      command(uid, {
        command: 'Function',
        action: `${ACTIONS[motion]}:${strength}`,
        timeSec: seconds,
      }),
    stop: (uid) => command(uid, { command: 'Function', action: 'Stop', timeSec: 0 }),
  };
};
