// How much of a room's media went to each user without a word of theirs that it came. Only what is
// reported can be proven and billed, and a connection that reports nothing is ended after some
// seconds: who makes new ones again and again would watch a paid show for nothing.
import { LiveError } from '../port.ts';
import type { createForwarder } from './forwarder.ts';

/** About five connections of six seconds, one after the other. */
const OWED_MAX_MS = 20_000;
/** Browsers report about once a second. */
const REPORT_WITHIN_MS = 2_000;
/** A network that breaks again and again is forgiven: by time, and by what is reported. */
const [FORGIVEN_BY_TIME, FORGIVEN_BY_REPORTS] = [0.1, 0.25] as const;

/** The connection of a viewer. */
type Viewer = { user: string; connectedMs: number | null; heardMs: number | null };

export const createUnreported = (
  unreportedMs: ReturnType<typeof createForwarder>['unreportedMs'],
) => {
  const users = new Map<string, { owedMs: number; atMs: number }>();
  const owedByUser = (user: string, nowMs: number): number => {
    const known = users.get(user);
    return known ? Math.max(0, known.owedMs - (nowMs - known.atMs) * FORGIVEN_BY_TIME) : 0;
  };
  const owedBy = ({ connectedMs, heardMs }: Viewer, nowMs: number): number => {
    if (connectedMs === null) return 0;
    const lastMs = Math.max(heardMs ?? -Infinity, connectedMs);
    const silentMs = unreportedMs('video', lastMs, nowMs) || unreportedMs('audio', lastMs, nowMs);
    return Math.max(0, silentMs - REPORT_WITHIN_MS) - (lastMs - connectedMs) * FORGIVEN_BY_REPORTS;
  };
  return {
    /** The connection has ended. */
    add(viewer: Viewer, nowMs = performance.now()): void {
      const owedMs = owedByUser(viewer.user, nowMs) + owedBy(viewer, nowMs);
      if (owedMs > 0) users.set(viewer.user, { owedMs, atMs: nowMs });
      else users.delete(viewer.user);
    },
    /** Throws LiveError `unreported` when the user may not connect beside the open connections. */
    check(user: string, open: Iterable<Viewer>, nowMs = performance.now()): void {
      let owedMs = owedByUser(user, nowMs);
      for (const viewer of open)
        if (viewer.user === user) owedMs += Math.max(0, owedBy(viewer, nowMs));
      if (owedMs > OWED_MAX_MS) throw new LiveError('unreported');
    },
  };
};
