// Pure rules of counting views: who is no person, what address is a profile's, and the viewer's
// hash.
import { createHmac } from 'node:crypto';

/** User agents that say what they are: search engines, previews of links, monitors, and tools. */
const PROGRAM =
  /bot\b|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|telegram|curl|wget|python|headlesschrome|lighthouse|monitor|uptime/i;

/** Whether a user agent names a program; a missing one counts as a program, too. */
export const isProgram = (userAgent: string): boolean =>
  userAgent.trim() === '' || PROGRAM.test(userAgent);

const PROFILE_PATH = /^\/([a-z0-9][a-z0-9._-]{0,59})(?:\?|$)/i;

/** The name in the address of a profile's page; null for every other address. */
export const profileNameIn = (url: string): string | null => PROFILE_PATH.exec(url)?.[1] ?? null;

/** 16 bytes that only the salt of the day ties to the viewer. */
export const hashViewer = (salt: Buffer, viewer: string): Buffer =>
  createHmac('sha256', salt).update(viewer).digest().subarray(0, 16);
