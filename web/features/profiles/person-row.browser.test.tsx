// A person in a list: on a phone the name keeps its words, however many buttons stand beside it.
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { PersonRow } from './PersonRow.tsx';

const PERSON = {
  domainName: 'dalianorte',
  exibitionName: 'Dália Norte',
  profileImage: null,
  profileMediaThumbs: null,
  producer: true,
  online: false,
} as const;

test('a name of two words beside three buttons takes one line of a phone', async () => {
  const Stub = createRoutesStub([
    {
      path: '/',
      Component: () => (
        // The width of a list on a phone of 360 px.
        <div style={{ width: '328px' }}>
          <PersonRow
            person={PERSON}
            actions={['Escrever', 'Anotar', 'Seguindo'].map((text) => (
              <button key={text} type="button">
                {text}
              </button>
            ))}
          />
        </div>
      ),
    },
  ]);
  const screen = await render(<Stub initialEntries={['/']} />);
  await expect.element(screen.getByText('Dália Norte')).toBeVisible();
  // One rectangle for each line of the text.
  const lines = document.createRange();
  lines.selectNodeContents(screen.getByText('Dália Norte').element());
  expect(lines.getClientRects()).toHaveLength(1);
});
