import { useNavigation } from '@remix-run/react'
import { href } from '~/hrefs'
import type { TrendsPageData } from './trends-page.server'

/** Returns the points that are drawn, or will be once the page that is being read is there: what is pressed next keeps them. */
export function useShownPoints({ at, pointIds }: Pick<TrendsPageData, 'at' | 'pointIds'>): readonly string[] {
  const { location } = useNavigation()
  if (location?.pathname !== href('customerTrends', at)) return pointIds
  return [...new Set(new URLSearchParams(location.search).getAll('point'))]
}
