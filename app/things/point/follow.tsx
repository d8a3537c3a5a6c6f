/** Has the page's small script keep the readings of its points current; without scripts nothing is here. */
export function Follow({ href }: { href: string | null }) {
  return href ? <span hidden data-live={href} /> : null
}
