// The arithmetic of a limit: a token bucket kept as one number, the instant at which it is full
// again (GCRA).
import type { LimitRule, LimitResult } from './port.ts';

/**
 * `fullAtMs` is what to store; unchanged when the take is refused. An absent or past instant is a
 * full bucket. So is one further away than the window: no take leads there, the clock was set back
 * or another process has a different one.
 */
export const takeOne = (
  fullAtMs: number | undefined,
  nowMs: number,
  { limit, windowSeconds }: LimitRule,
): LimitResult & { fullAtMs: number } => {
  const windowMs = windowSeconds * 1000;
  const costMs = windowMs / limit;
  // Half a microsecond of slack: `limit` costs may add up to a little more than the window.
  const latestMs = nowMs + windowMs + 0.0005;
  const before = fullAtMs === undefined || fullAtMs > latestMs ? nowMs : Math.max(fullAtMs, nowMs);
  const after = before + costMs;
  const allowed = after <= latestMs;
  const settled = allowed ? after : before;
  return {
    allowed,
    remaining: Math.max(0, Math.floor((windowMs - (settled - nowMs)) / costMs + 1e-6)),
    resetsInSeconds: Math.max(
      1,
      Math.ceil((allowed ? settled - nowMs : after - windowMs - nowMs) / 1000),
    ),
    fullAtMs: settled,
  };
};
