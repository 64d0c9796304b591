// Whatever is not a page.
import { data } from 'react-router';

const notFound = () => {
  throw data(null, { status: 404 });
};

export const loader = notFound;
export const clientLoader = notFound;

export default function NotFound() {
  return null;
}
