// Lovense's server and the apps of people, as far as the Standard API shows them: codes that are
// scanned, toys that move for some seconds, apps that go offline.
import { randomBytes } from 'node:crypto';
import { HOUR_MS } from '@camarim/contract/time';
import type { Clock } from '../core/clock.ts';

/** The developer's account: its token, and the callback address of its dashboard. */
export type LovenseDeveloper = { token: string; callbackUrl: string };

/** Lifetime of a code. */
const CODE_MS = 4 * HOUR_MS;

/** The ranges of actions, as documented. */
const RANGES: Record<string, number> = {
  Vibrate: 20,
  Rotate: 20,
  Pump: 3,
  Thrusting: 20,
  Fingering: 20,
  Suction: 20,
};

type Person = {
  uid: string;
  utoken: string;
  scanned: boolean;
  online: boolean;
  /** The commands that arrived, oldest first. */
  commands: { action: string; timeSec: number; at: string }[];
  /** What the toy does until an instant; null: nothing. */
  moving: { action: string; untilMs: number } | null;
};
type Code = { uid: string; atMs: number };

export type LovenseApps = {
  /** The code that the person's app scans. */
  makeCode(uid: string, utoken: string): string;
  /** What the app sends to the callback address; null for a code that is not valid. */
  scan(code: string): Record<string, unknown> | null;
  setOnline(uid: string, online: boolean): boolean;
  command(uid: string, action: string, timeSec: number): number;
  view(
    uid: string,
  ): { online: boolean; moving: string | null; commands: Person['commands'] } | null;
};

const TOY = { id: 'f082c00246fa', name: 'nora', nickName: '' };

/** One action of the list, such as `Vibrate:16`. */
const isAction = (text: string): boolean => {
  const [name = '', strength = ''] = text.split(':');
  const most = RANGES[name];
  return most !== undefined && /^\d{1,2}$/.test(strength) && Number(strength) <= most;
};

export const createLovenseApps = (clock: Clock): LovenseApps => {
  const people = new Map<string, Person>();
  const codes = new Map<string, Code>();
  const nowMs = (): number => clock.now().getTime();
  return {
    makeCode(uid, utoken) {
      const code = randomBytes(3).toString('hex');
      const person = { uid, utoken, scanned: false, online: false, commands: [], moving: null };
      people.set(uid, person);
      codes.set(code, { uid, atMs: nowMs() });
      return code;
    },
    scan(code) {
      const { uid, atMs } = codes.get(code) ?? {};
      const person = uid === undefined ? undefined : people.get(uid);
      if (!person || atMs === undefined || nowMs() - atMs > CODE_MS) return null;
      Object.assign(person, { scanned: true, online: true });
      return {
        uid,
        utoken: person.utoken,
        appVersion: '7.0.0',
        appType: 'remote',
        platform: 'android',
        version: '101',
        domain: '192-168-1-44.lovense.club',
        httpPort: '34567',
        httpsPort: '34568',
        wsPort: '34567',
        wssPort: '34568',
        toys: { [TOY.id]: { ...TOY, status: 1 } },
      };
    },
    setOnline(uid, online) {
      const person = people.get(uid);
      if (person) person.online = online;
      return person !== undefined;
    },
    command(uid, action, timeSec) {
      const person = people.get(uid);
      if (!person?.scanned) return 503;
      if (!person.online) return 507;
      const stops = action === 'Stop';
      if (!stops && !action.split(',').every(isAction)) return 404;
      if (timeSec !== 0 && timeSec <= 1) return 404;
      person.commands.push({ action, timeSec, at: clock.now().toISOString() });
      person.moving = stops
        ? null
        : { action, untilMs: timeSec === 0 ? Infinity : nowMs() + timeSec * 1_000 };
      return 200;
    },
    view(uid) {
      const person = people.get(uid);
      if (!person) return null;
      const { online, commands, moving } = person;
      return {
        online,
        commands,
        moving: moving && moving.untilMs > nowMs() ? moving.action : null,
      };
    },
  };
};
