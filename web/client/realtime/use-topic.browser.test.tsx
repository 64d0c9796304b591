// What happened before the server had joined a topic is seen once it has.
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { makeQueryClient } from '../query-client.ts';
import { sendTopics } from './joined-topics.ts';
import { useTopic } from './use-topic.ts';

/** The server: what it would answer, and requests that it has read and not answered yet. */
let balance: number;
let unanswered: (() => void)[];
let isSlow: boolean;
/** Answers of the server to messages about topics. */
let answers: (() => void)[];

const ask = (): Promise<number> => {
  const read = balance;
  if (!isSlow) return Promise.resolve(read);
  return new Promise((resolve) => unanswered.push(() => resolve(read)));
};

const Goal = () => {
  const { data } = useQuery({ queryKey: ['goals', 'p1'], queryFn: ask });
  useTopic('profile', 'p1', { keys: [['goals', 'p1']] });
  return <p>{data === undefined ? 'Loading' : `Balance ${data}`}</p>;
};

const show = async () => {
  const client = makeQueryClient();
  return render(
    <QueryClientProvider client={client}>
      <Goal />
    </QueryClientProvider>,
  );
};

beforeEach(() => {
  [balance, unanswered, isSlow, answers] = [1, [], false, []];
  sendTopics((verb, _topics, onAnswer) => verb === 'join' && answers.push(onAnswer));
});

test('what changed between the loading of a page and its joining is read again', async () => {
  const screen = await show();
  await expect.element(screen.getByText('Balance 1')).toBeVisible();
  balance = 2;
  await expect.poll(() => answers).toHaveLength(1);
  answers[0]?.();
  await expect.element(screen.getByText('Balance 2')).toBeVisible();
});

test('an answer that was on its way when the topic was joined is asked for again', async () => {
  isSlow = true;
  const screen = await show();
  await expect.poll(() => unanswered).toHaveLength(1);
  balance = 2;
  isSlow = false;
  await expect.poll(() => answers).toHaveLength(1);
  answers[0]?.();
  unanswered[0]?.();
  await expect.element(screen.getByText('Balance 2')).toBeVisible();
});
