// A post that changes, changes in every list that shows it.
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { changePost, type Post, postKeys } from './post-cache.ts';

const post = (id: string) => ({ id, liked: false }) as Post;

describe('changing a post', () => {
  it('reaches pages, lists and the single post, and leaves others alone', () => {
    const client = new QueryClient();
    client.setQueryData(postKeys.timeline(false), {
      pages: [{ success: true, data: [post('a'), post('b')] }],
      pageParams: [null],
    });
    client.setQueryData(postKeys.featured, { success: true, data: [post('a')] });
    client.setQueryData(postKeys.one('a'), { success: true, data: post('a') });
    changePost(client, 'a', (held) => ({ ...held, liked: true }));
    expect(client.getQueryData(postKeys.timeline(false))).toMatchObject({
      pages: [
        {
          data: [
            { id: 'a', liked: true },
            { id: 'b', liked: false },
          ],
        },
      ],
    });
    expect(client.getQueryData(postKeys.featured)).toMatchObject({ data: [{ liked: true }] });
    expect(client.getQueryData(postKeys.one('a'))).toMatchObject({ data: { liked: true } });
  });

  it('takes a deleted one out of the lists', () => {
    const client = new QueryClient();
    client.setQueryData(postKeys.featured, { success: true, data: [post('a'), post('b')] });
    changePost(client, 'a', () => null);
    expect(client.getQueryData(postKeys.featured)).toMatchObject({ data: [{ id: 'b' }] });
  });
});
