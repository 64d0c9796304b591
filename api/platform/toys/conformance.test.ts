// What every adapter of toys does, on the simulator of its maker.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../../sandbox/config.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/server.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lovense } from './lovense.ts';
import { type Toys, ToysUnavailable } from './port.ts';

const TOKEN = 'camarim-sandbox-lovense';
const lines: string[] = [];
const log = {
  warn: (...line: unknown[]) => void lines.push(JSON.stringify(line)),
  error: (...line: unknown[]) => void lines.push(JSON.stringify(line)),
};

let home: string;
let sandbox: Sandbox;
/** Bodies that apps have sent to the callback address. */
const reports: unknown[] = [];
const callback = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  reports.push(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  response.writeHead(200).end();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => callback.listen(0, '127.0.0.1', resolve));
  home = await mkdtemp(join(tmpdir(), 'camarim-toys-'));
  const { port } = callback.address() as AddressInfo;
  sandbox = await startSandbox(
    readConfig(['--home', home, '--port', '0'], {
      SANDBOX_LOVENSE_CALLBACK_URL: `http://127.0.0.1:${port}/`,
    }),
  );
});
afterAll(async () => {
  await sandbox.close();
  callback.close();
  await rm(home, { recursive: true, force: true });
});

const control = async (method: string, path: string, body?: object) => {
  const response = await fetch(`${sandbox.url}${path}`, {
    method,
    ...(body && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  return response.json();
};

type Maker = {
  name: string;
  open: (token: string, origin?: string) => Toys;
  /** The person's app takes the code. */
  scan: (code: string) => Promise<void>;
  setOnline: (uid: string, online: boolean) => Promise<unknown>;
  /** What the toy does now, in the maker's words; null: nothing. */
  moving: (uid: string) => Promise<string | null>;
  words: { vibrate16: string; rotate3: string };
};

const MAKERS: Maker[] = [
  {
    name: 'Lovense',
    open: (token, origin = `${sandbox.url}/lovense`) =>
      lovense({ token, origin, log, timeoutMs: 60_000 }),
    scan: async (code) => {
      await fetch(`${sandbox.url}/lovense/app/${code}`, { method: 'POST' });
    },
    setOnline: (uid, online) => control('PUT', `/__lovense/${uid}/online`, { online }),
    moving: async (uid) =>
      ((await control('GET', `/__lovense/${uid}`)) as { moving: string | null }).moving,
    words: { vibrate16: 'Vibrate:16', rotate3: 'Rotate:3' },
  },
];

describe.each(MAKERS)('toys of $name', (maker) => {
  const paired = async (uid: string): Promise<Toys> => {
    const toys = maker.open(TOKEN);
    const { code } = await toys.pair({ uid, proof: `proof of ${uid}` });
    await maker.scan(code);
    return toys;
  };

  test('a pairing gives a code and its picture, and the app reports its toys with the proof', async () => {
    const toys = maker.open(TOKEN);
    const { code, picture } = await toys.pair({ uid: 'u1', proof: 'proof of u1' });
    expect(code.length).toBeGreaterThan(3);
    expect(picture).toMatch(/^data:image\/[\w+-]+;base64,/);
    expect(await toys.move('u1', { motion: 'vibrate', strength: 1, seconds: 5 })).toBe('unknown');
    await maker.scan(code);
    expect(toys.readReport(reports.at(-1))).toEqual({
      uid: 'u1',
      proof: 'proof of u1',
      toys: [{ id: 'f082c00246fa', name: 'nora', online: true }],
    });
  });

  test.each([[undefined], [null], ['x'], [{}], [{ uid: 'u', toys: {} }], [{ utoken: 'x' }]])(
    '%j is no report',
    (body) => expect(maker.open(TOKEN).readReport(body)).toBeNull(),
  );

  test('a toy moves as commanded, the last command in place of the one before, and stops', async () => {
    const toys = await paired('u2');
    expect(await maker.moving('u2')).toBeNull();
    expect(await toys.move('u2', { motion: 'vibrate', strength: 16, seconds: 60 })).toBe('done');
    expect(await maker.moving('u2')).toBe(maker.words.vibrate16);
    expect(await toys.move('u2', { motion: 'rotate', strength: 3, seconds: 60 })).toBe('done');
    expect(await maker.moving('u2')).toBe(maker.words.rotate3);
    expect(await toys.stop('u2')).toBe('done');
    expect(await maker.moving('u2')).toBeNull();
  });

  test('an app that is not reachable is offline until it is back', async () => {
    const toys = await paired('u3');
    await maker.setOnline('u3', false);
    expect(await toys.move('u3', { motion: 'vibrate', strength: 5, seconds: 5 })).toBe('offline');
    expect(await toys.stop('u3')).toBe('offline');
    await maker.setOnline('u3', true);
    expect(await toys.stop('u3')).toBe('done');
  });

  test('a person who never paired is unknown', async () => {
    expect(await maker.open(TOKEN).stop('no one')).toBe('unknown');
  });

  test('a wrong token, no service and another answer are unavailable, and no line of the log has the token', async () => {
    const action = { motion: 'vibrate', strength: 5, seconds: 5 } as const;
    for (const toys of [
      maker.open('wrong token'),
      maker.open(TOKEN, 'http://127.0.0.1:1'),
      maker.open(TOKEN, sandbox.url),
    ]) {
      await expect(toys.pair({ uid: 'u4', proof: 'p' })).rejects.toThrow(ToysUnavailable);
      await expect(toys.move('u4', action)).rejects.toThrow(ToysUnavailable);
      await expect(toys.stop('u4')).rejects.toThrow(ToysUnavailable);
    }
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.join('\n')).not.toMatch(/wrong token|camarim-sandbox-lovense/);
  });
});
