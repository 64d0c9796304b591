// A page that needs a topic, and what it shows of it.
import type { TopicName } from '@camarim/contract/events';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { invalidate } from './handlers.ts';
import { joinTopic } from './joined-topics.ts';

/**
 * Joins the topic while the component is there and it is not `enabled: false`. `keys` are those of
 * the queries that events of the topic change: once the server has joined it they are read again,
 * because an event between their loading and that moment did not arrive.
 */
export const useTopic = (
  name: Exclude<TopicName, 'member'>,
  id: string,
  { keys, enabled = true }: { keys: [QueryKey, ...QueryKey[]]; enabled?: boolean },
): void => {
  const client = useQueryClient();
  const onJoined = useEffectEvent(() => invalidate(client, ...keys));
  useEffect(() => {
    if (!enabled) return;
    return joinTopic(name, id, () => onJoined());
  }, [name, id, enabled]);
};
