// An icon of lucide-react as one React element: it takes the place of the library's own component
// when the app is built (plain-icons.ts).
import { createElement, type FunctionComponent, type SVGProps } from 'react';

/** What the library's file of an icon says about it. */
export type IconData = {
  name: string;
  size: number;
  node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
  /** Former names, which are classes, too. */
  aliases?: readonly string[];
};

/** The properties of the library's component that we use, and those of an SVG element. */
type IconProps = Omit<SVGProps<SVGSVGElement>, 'width' | 'height'> & { size?: number };

/** The library's shapes have no children, and their attributes need no escaping. */
const shapesOf = ({ node }: IconData): string =>
  node
    .map(([tag, { key: _, ...attributes }]) => {
      const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
      return `<${tag}${written.join('')}></${tag}>`;
    })
    .join('');

const isNamed = (props: object): boolean =>
  Object.keys(props).some((name) => name.startsWith('aria-') || name === 'role');

/**
 * The component of an icon. It renders what the library's does, of which every icon is three
 * components and an element for each shape; a page has dozens of icons.
 */
export const createIcon = (icon: IconData): FunctionComponent<IconProps> => {
  const name = [
    'lucide',
    ...[icon.name, ...(icon.aliases ?? [])].map((one) => `lucide-${one}`),
  ].join(' ');
  const shapes = { __html: shapesOf(icon) };
  return ({ size = 24, className, ...props }) =>
    createElement('svg', {
      xmlns: 'http://www.w3.org/2000/svg',
      width: size,
      height: size,
      viewBox: `0 0 ${icon.size} ${icon.size}`,
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      className: className ? `${name} ${className}` : name,
      ...(!isNamed(props) && { 'aria-hidden': 'true' }),
      ...props,
      dangerouslySetInnerHTML: shapes,
    });
};
