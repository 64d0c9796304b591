// What is wrong with a hash chain, in words.
import type { ChainBreak } from './audit.ts';

export const CHAIN_PROBLEMS: Record<ChainBreak['problem'], string> = {
  changed: 'its content does not have the hash that was stored for it, or it was moved',
  missing: 'no entry has this place',
  cutOff: 'this entry and those after it are gone',
  outside: 'this entry was stored beside the chain',
};
