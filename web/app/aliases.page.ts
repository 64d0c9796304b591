// /account/login, /account/register and /account/password: addresses that the specification names,
// for what is a dialog or has another address here.
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { withReturn } from '../client/session/return-address.ts';

const PLACES: Readonly<Record<string, string>> = {
  '/account/login': '/?dialog=login',
  '/account/register': '/?dialog=register',
  '/account/password': '/account/forgot',
};

const goThere = ({ url }: Pick<LoaderFunctionArgs, 'url'>) =>
  redirect(withReturn(PLACES[url.pathname.replace(/\.data$/, '')] ?? '/', url.search));

export const loader = goThere;
export const clientLoader = goThere;

export default function Alias() {
  return null;
}
