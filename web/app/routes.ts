// The router's list of pages, from the one table.
import {
  index,
  layout,
  type RouteConfig,
  type RouteConfigEntry,
  route,
} from '@react-router/dev/routes';
import { PAGES } from './pages.ts';

/** Takes forms and shows nothing, so that it needs no frame. */
const PREFERENCES = '/account/preferences';

const entryOf = ([path, file]: (typeof PAGES)[number]): RouteConfigEntry => {
  const module = file.startsWith('./') ? file : `../features/${file}`;
  return path === '/' ? index(module) : route(path.slice(1), module, { id: path.slice(1) });
};

export default [
  layout('page-frame.tsx', PAGES.filter(([path]) => path !== PREFERENCES).map(entryOf)),
  ...PAGES.filter(([path]) => path === PREFERENCES).map(entryOf),
] satisfies RouteConfig;
