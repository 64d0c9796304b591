// A changed post is updated in every cached list.
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { postKeys } from './keys.ts';
import { changePost, type Post } from './post-cache.ts';

const post = (id: string) => ({ id, liked: false }) as Post;

describe('changing a post', () => {
  it('a changed post is updated in pages, lists and its own query, and other posts are not', () => {
    const client = new QueryClient();
    client.setQueryData(postKeys.timeline(false), {
      pages: [{ success: true, data: [post('a'), post('b')] }],
      pageParams: [null],
    });
    client.setQueryData(postKeys.featured, { success: true, data: [post('a')] });
    client.setQueryData(postKeys.one('a'), { success: true, data: post('a') });
    changePost(client, 'a', (cached) => ({ ...cached, liked: true }));
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

  it('a deleted post is removed from the lists', () => {
    const client = new QueryClient();
    client.setQueryData(postKeys.featured, { success: true, data: [post('a'), post('b')] });
    changePost(client, 'a', () => null);
    expect(client.getQueryData(postKeys.featured)).toMatchObject({ data: [{ id: 'b' }] });
  });
});
