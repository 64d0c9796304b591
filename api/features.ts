// The features of the application. Their order is that of erasing an account, where media kept in
// the vault go before the posts that show them and posts before their performers, and that of a
// person's archive, where the files that were sent, the largest part, come last.
import { access } from './features/access/index.ts';
import { audit } from './features/audit/index.ts';
import { auth } from './features/auth/index.ts';
import { banks } from './features/banks/index.ts';
import { chats } from './features/chats/index.ts';
import { collections } from './features/collections/index.ts';
import { comments } from './features/comments/index.ts';
import { consents } from './features/consents/index.ts';
import { dataExports } from './features/exports/index.ts';
import { decisions } from './features/decisions/index.ts';
import { dsb } from './features/dsb/index.ts';
import { follows } from './features/follows/index.ts';
import { funds } from './features/funds/index.ts';
import { galleries } from './features/galleries/index.ts';
import { goals } from './features/goals/index.ts';
import { help } from './features/help/index.ts';
import { ledger } from './features/ledger/index.ts';
import { fraud } from './features/fraud/index.ts';
import { legalHolds } from './features/legal-holds/index.ts';
import { listings } from './features/listings/index.ts';
import { lists } from './features/lists/index.ts';
import { lives } from './features/lives/index.ts';
import { media } from './features/media/index.ts';
import { notes } from './features/notes/index.ts';
import { notifications } from './features/notifications/index.ts';
import { orders } from './features/orders/index.ts';
import { overlays } from './features/overlays/index.ts';
import { packs } from './features/packs/index.ts';
import { posts } from './features/posts/index.ts';
import { profiles } from './features/profiles/index.ts';
import { publics } from './features/publics/index.ts';
import { removals } from './features/removals/index.ts';
import { reports } from './features/reports/index.ts';
import { reviews } from './features/reviews/index.ts';
import { spending } from './features/spending/index.ts';
import { studio } from './features/studio/index.ts';
import { subscriptions } from './features/subscriptions/index.ts';
import { team } from './features/team/index.ts';
import { tiers } from './features/tiers/index.ts';
import { todo } from './features/todo/index.ts';
import { transparency } from './features/transparency/index.ts';
import { user } from './features/user/index.ts';
import { views } from './features/views/index.ts';
import { vault } from './features/vault/index.ts';
import { verifications } from './features/verifications/index.ts';
import { welcome } from './features/welcome/index.ts';
import { withholding } from './features/withholding/index.ts';

export const features = [
  auth,
  publics,
  vault,
  posts,
  collections,
  galleries,
  verifications,
  comments,
  orders,
  chats,
  lists,
  overlays,
  lives,
  views,
  profiles,
  follows,
  notes,
  welcome,
  access,
  subscriptions,
  studio,
  tiers,
  listings,
  goals,
  banks,
  spending,
  funds,
  ledger,
  notifications,
  help,
  reports,
  removals,
  decisions,
  consents,
  fraud,
  legalHolds,
  withholding,
  reviews,
  user,
  team,
  audit,
  transparency,
  packs,
  todo,
  dsb,
  dataExports,
  media,
] as const;
