// The age rules in force, read from the database at most every few seconds.
import type { Clock } from '../clock/port.ts';
import type { Database } from '../database/database.ts';
import type { AgeGate } from './port.ts';
import { completeRule, DEFAULT_RULES } from './rules.ts';
import { listSettings } from './store.ts';

/** A change of the rules takes effect after at most this time. */
const TTL_MS = 5_000;

export const cacheSettings = ({
  db,
  clock,
}: {
  db: Database;
  clock: Clock;
}): AgeGate['settings'] => {
  let kept: { untilMs: number; settings: ReturnType<AgeGate['settings']> } | undefined;
  const load = async () => {
    const [newest] = await listSettings(db, 1);
    return newest
      ? { version: newest.version, rules: newest.rules.map(completeRule) }
      : { version: 0, rules: DEFAULT_RULES };
  };
  return () => {
    const nowMs = clock.now().getTime();
    if (kept && kept.untilMs > nowMs) return kept.settings;
    const settings = load();
    kept = { untilMs: nowMs + TTL_MS, settings };
    settings.catch(() => (kept = undefined));
    return settings;
  };
};
