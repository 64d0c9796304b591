// What the audit log is narrowed to: each field changes its part of the filter, and an empty one
// leaves it out.
import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { m } from '../../../paraglide/messages.js';
import type { AuditFilter } from '../queries.ts';
import { AuditFilters } from './AuditFilters.tsx';

const show = async () => {
  const seen: AuditFilter[] = [];
  const Page = () => {
    const [filter, setFilter] = useState<AuditFilter>({});
    return (
      <AuditFilters
        filter={filter}
        onChange={(next) => {
          seen.push(next);
          setFilter(next);
        }}
      />
    );
  };
  const screen = await render(<Page />);
  // Folded on a phone, which is how wide the browser of tests is.
  await screen.getByRole('button', { name: m.filter_open() }).click();
  return { seen, screen };
};

test('the filters are kept together, and what is emptied is left out', async () => {
  const { seen, screen } = await show();
  const area = screen.getByLabelText(m.audit_area(), { exact: true });
  await area.selectOptions('cashOut');
  await expect.poll(() => seen.at(-1)).toEqual({ action: 'cashOut' });
  await screen.getByLabelText(m.audit_from(), { exact: true }).fill('2026-11-01');
  await expect.poll(() => seen.at(-1)).toEqual({ action: 'cashOut', from: '2026-11-01' });
  await area.selectOptions('');
  await expect.poll(() => seen.at(-1)).toEqual({ from: '2026-11-01' });
});

test('a person is looked for by Enter, without the spaces around the name', async () => {
  const { seen, screen } = await show();
  await screen.getByLabelText(m.audit_person(), { exact: true }).fill(' davi ');
  expect(seen).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => seen.at(-1)).toEqual({ person: 'davi' });
});

test('views are shown until they are left out', async () => {
  const { seen, screen } = await show();
  const views = screen.getByRole('checkbox');
  await expect.element(views).toBeChecked();
  await views.click();
  await expect.poll(() => seen.at(-1)).toEqual({ views: 'false' });
  await expect.element(views).not.toBeChecked();
});
