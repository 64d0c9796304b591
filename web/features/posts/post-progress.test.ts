// The percentage of a video's processing is written into every cached list without a request.
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { postKeys } from './keys.ts';
import { showProgress } from './post-progress.ts';

test('the percentage of a video changes that media alone, without a request', () => {
  const client = new QueryClient();
  const post = (id: string) => ({
    id,
    medias: [
      { id: `${id}-video`, status: 'created', progress: null },
      { id: `${id}-photo`, status: 'processed', progress: null },
    ],
  });
  client.setQueryData(postKeys.mine(null), {
    pages: [{ data: [post('a'), post('b')] }],
    pageParams: [null],
  });
  client.setQueryData(postKeys.one('a'), { data: post('a') });
  showProgress(client, {
    postId: 'a',
    status: 'transcoding',
    encoding: { mediaId: 'a-video', percent: 40 },
  });
  const moved = {
    id: 'a',
    medias: [
      { id: 'a-video', status: 'processing', progress: 40 },
      { id: 'a-photo', status: 'processed', progress: null },
    ],
  };
  expect(client.getQueryData(postKeys.mine(null))).toEqual({
    pages: [{ data: [moved, post('b')] }],
    pageParams: [null],
  });
  expect(client.getQueryData(postKeys.one('a'))).toEqual({ data: moved });
  expect([client.getQueryState(postKeys.mine(null))?.isInvalidated, client.isFetching()]).toEqual([
    false,
    0,
  ]);
});
