// One key for each content that is sent: trying the same again sends it once, and another is
// another.
import { useRef } from 'react';
import { newIdempotencyKey } from '../../../client/api/api.ts';

export const useContentKeys = <Body>() => {
  const keys = useRef(new Map<string, string>());
  return (body: Body): string => {
    const content = JSON.stringify(body);
    const key = keys.current.get(content) ?? newIdempotencyKey();
    keys.current.set(content, key);
    return key;
  };
};
