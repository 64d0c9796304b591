// Realtime events and topics. A socket carries ids and small facts; clients refetch what they may
// see. Each feature adds its own by declaration merging, in its file of contract/features.
import type { ProfileId } from './ids.ts';

/**
 * Events of the socket at /realtime/connect and their payloads. Source: specification section 7.
 * Each arrives wrapped as `{ success: true, data }`; `notifications` adds a `message` in the
 * reader's language when there is one to show.
 */
export interface RealtimeEvents {
  /** Something of mine is new; `field` names the list to refetch. */
  notifications: {
    [Field in keyof NotifiedLists]: { field: Field } & NotifiedLists[Field];
  }[keyof NotifiedLists];
}

/** The lists that `notifications` names, with what else the event says. */
export interface NotifiedLists {}

export type RealtimeEvent = keyof RealtimeEvents;

/** The topics that events are published to, and whose id each has. */
export interface Topics {
  /** All sockets of one profile; each is in it from its connection on and can't leave it. */
  member: ProfileId;
}

export type TopicName = keyof Topics;
/** One topic as the bus and the socket name it: `post:0190...`. */
export type TopicKey = `${TopicName}:${string}`;

export const topicKey = <Name extends TopicName>(name: Name, id: Topics[Name]): TopicKey =>
  `${name}:${id}`;
