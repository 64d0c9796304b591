// What the cache of server data does to a controlled field.
import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { Checkbox } from '../ui/fields/Checkbox.tsx';
import { makeQueryClient } from './query-client.ts';

const KEY = ['switch'];

const Switch = () => {
  const client = useQueryClient();
  const { data } = useQuery({ queryKey: KEY, queryFn: () => false, initialData: false });
  return (
    <Checkbox
      label="Comentários"
      checked={data}
      onChange={() => client.setQueryData(KEY, (on: boolean | undefined) => !on)}
    />
  );
};

test('a check box whose state is in the cache shows its new state before the next frame', async () => {
  const screen = await render(
    <QueryClientProvider client={makeQueryClient()}>
      <Switch />
    </QueryClientProvider>,
  );
  const box = screen.getByLabelText('Comentários').element() as HTMLInputElement;
  box.click();
  // Microtasks run before the browser paints; timers may run after it.
  await Promise.resolve();
  await Promise.resolve();
  expect(box.checked).toBe(true);
});
