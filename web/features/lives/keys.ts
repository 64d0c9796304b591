// Keys of the queries of live shows.
import type { QueryKey } from '@tanstack/react-query';

export const liveKeys = {
  all: ['lives'] as const,
  active: ['lives', 'active'] as const,
  shows: ['lives', 'of'] as const,
  of: (username: string) => ['lives', 'of', username] as const,
  watchers: (id: string) => ['lives', 'watchers', id] as const,
  /** Who came and how many left last, from events only. */
  presence: (id: string) => ['lives', 'presence', id] as const,
  /** An administrator's reason to the producer, from events only. */
  warning: (id: string) => ['lives', 'warning', id] as const,
  messages: (id: string) => ['lives', 'messages', id] as const,
  room: (id: string) => ['lives', 'room', id] as const,
  restrictions: (id: string) => ['lives', 'restrictions', id] as const,
  purchases: (id: string) => ['lives', 'purchases', id] as const,
  iceServers: (id: string) => ['lives', 'iceServers', id] as const,
  terms: (id: string) => ['lives', 'terms', id] as const,
  receipts: ['lives', 'receipts'] as const,
  /** Calls to me. */
  calls: ['lives', 'calls'] as const,
  /** Calls of mine. */
  myCalls: ['lives', 'myCalls'] as const,
  myCall: (producerId: string) => ['lives', 'myCalls', producerId] as const,
  callOffers: (username: string) => ['lives', 'callOffers', username] as const,
  startTerms: ['lives', 'startTerms'] as const,
  settings: ['lives', 'settings'] as const,
  menu: ['lives', 'menu'] as const,
  ingestKeys: ['lives', 'ingestKeys'] as const,
  programPerformers: ['lives', 'programPerformers'] as const,
  recordings: ['lives', 'recordings'] as const,
  moderators: ['lives', 'moderators'] as const,
  bans: ['lives', 'bans'] as const,
  acts: ['lives', 'acts'] as const,
  history: ['lives', 'history'] as const,
  onlineTime: ['lives', 'onlineTime'] as const,
};

/** What events of the topic of a show change. */
export const roomKeys = (id: string): [QueryKey, ...QueryKey[]] => [
  liveKeys.shows,
  liveKeys.watchers(id),
  liveKeys.room(id),
  liveKeys.messages(id),
  liveKeys.purchases(id),
];
