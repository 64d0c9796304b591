// What the side menu offers to whom. Source: specification section 2, side menu.
import { hasRight, type StaffRight } from '@camarim/contract/staff';
import { m } from '../../paraglide/messages.js';
import { isRestricted, type User } from '../../client/session/session.ts';
import { type MenuSlot, PAGES } from '../pages.ts';

type MenuPage = Extract<
  (typeof PAGES)[number],
  readonly [string, string, string, string, MenuSlot, ...MenuSlot[]]
>;
export type MenuPath = MenuPage[0];
type Split<Slot> = Slot extends `${infer Section}:${infer Audience}` ? [Section, Audience] : never;
type Section = Split<MenuSlot>[0];
type MenuAudience = Exclude<Split<MenuSlot>[1], StaffRight>;

const isSuspended = (user: User | null): boolean => user?.profile.producerStage === 'suspended';
const isProducer = (user: User | null): boolean => user?.profile.producer === true;

const isRight = (audience: MenuAudience | StaffRight): audience is StaffRight =>
  audience.includes('.');

const IS_FOR: Record<MenuAudience, (user: User | null) => boolean> = {
  visitors: (user) => user === null,
  members: (user) => user !== null,
  // The home page says where a request stands and how to ask again.
  candidates: (user) => user !== null && !isProducer(user) && !isRestricted(user),
  others: (user) => user !== null && !isProducer(user),
  producers: isProducer,
  earners: (user) => isProducer(user) || isSuspended(user),
};

const isFor = (audience: MenuAudience | StaffRight, user: User | null): boolean =>
  isRight(audience) ? hasRight(user?.staffRole, audience) : IS_FOR[audience](user);

/** In the order of the menu; the visitors' one has no heading. */
const SECTIONS: readonly [Section, () => string][] = [
  ['join', () => ''],
  ['account', () => m.menu_account()],
  ['studio', () => m.menu_studio()],
  ['income', () => m.menu_income()],
  ['audience', () => m.menu_audience()],
  ['settings', () => m.menu_settings()],
  ['dashboard', () => m.menu_dashboard()],
];

export type MenuSection = { key: Section; title: string; paths: readonly MenuPath[] };

const isMenuPage = (page: (typeof PAGES)[number]): page is MenuPage => page.length > 4;

/** Sections for this person, without empty ones. */
export const menuOf = (user: User | null): MenuSection[] =>
  SECTIONS.map(([key, title]) => ({
    key,
    title: title(),
    paths: PAGES.filter(isMenuPage)
      .filter(([, , , , ...slots]: readonly string[]) =>
        slots.some((slot) => {
          const [section, audience] = slot.split(':') as Split<MenuSlot>;
          return section === key && isFor(audience, user);
        }),
      )
      .map(([path]) => path),
  })).filter(({ paths }) => paths.length > 0);
