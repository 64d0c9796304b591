// The error page: what it says of each failure, and of its own. Source: specification sections 2
// and 8.
import { createRoutesStub, data } from 'react-router';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { ErrorPage } from './ErrorPage.tsx';

/** A page whose loader fails this way. */
const failing = (fail: () => never, address = '/') => {
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '*',
      Component: () => null,
      ErrorBoundary: ErrorPage,
      loader: fail,
      HydrateFallback: () => null,
    },
  ]);
  return render(<Stub initialEntries={[address]} />);
};

test('the error page says that an address does not exist', async () => {
  const screen = await failing(() => {
    throw data(null, { status: 404 });
  });
  await expect
    .element(screen.getByRole('heading'))
    .toHaveTextContent('Esta página não foi encontrada');
  await expect.element(screen.getByText('404')).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Voltar para a página inicial' }))
    .toHaveAttribute('href', '/');
  await expect
    .element(screen.getByRole('link', { name: 'Ajuda' }))
    .toHaveAttribute('href', '/help');
});

test('the error page of a missing address searches for what the address says', async () => {
  const screen = await failing(() => {
    throw data(null, { status: 404 });
  });
  const search = screen.getByRole('search').element() as HTMLFormElement;
  // A plain form of the search page: it works before and without scripts.
  expect([search.method, new URL(search.action).pathname]).toEqual(['get', '/search']);
  expect(Object.keys(Object.fromEntries(new FormData(search)))).toEqual(['q']);
});

test('a missing address of one word may be a page or a profile, and the error page says both', async () => {
  const screen = await failing(() => {
    throw data({ message: 'Perfil não encontrado.' }, { status: 404 });
  }, '/pre%C3%A7os');
  await expect
    .element(screen.getByRole('heading'))
    .toHaveTextContent('Não existe página nem perfil neste endereço');
  await expect.element(screen.getByText(/Confira se \/preços foi digitado certo/)).toBeVisible();
  await expect.element(screen.getByRole('searchbox')).toHaveValue('preços');
});

test('only a missing address offers the search', async () => {
  const screen = await failing(() => {
    throw new Error('inside');
  });
  await expect.element(screen.getByText('500')).toBeVisible();
  expect(screen.container.querySelector('form')).toBeNull();
});

test('the error page shows the message and the status of the server', async () => {
  const screen = await failing(() => {
    throw data({ message: 'O perfil está bloqueado.' }, { status: 403 });
  });
  await expect.element(screen.getByRole('heading')).toHaveTextContent('O perfil está bloqueado.');
  await expect.element(screen.getByText('403')).toBeVisible();
});

test('the error page says "error" and 500 by default', async () => {
  const screen = await failing(() => {
    throw new Error('inside');
  });
  await expect.element(screen.getByRole('heading')).toHaveTextContent('Erro');
  await expect.element(screen.getByText('500')).toBeVisible();
});

test('a failure inside the error page shows a plain sentence', async () => {
  const screen = await failing(() => {
    // Not enumerable: React's own tools read everything else while they watch.
    const throwing = Object.defineProperty({}, 'message', {
      get: () => {
        throw new Error('inside the error page');
      },
    });
    throw data(throwing, { status: 500 });
  });
  await expect
    .element(screen.getByText('Ocorreu um erro ao mostrar a página de erro'))
    .toBeVisible();
});
