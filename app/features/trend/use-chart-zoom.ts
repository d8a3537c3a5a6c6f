import { useNavigate } from '@remix-run/react'
import { useEffect } from 'react'

/** Opens a part that is selected in a chart without leaving the page. */
export function useChartZoom(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const open = (event: Event) => {
      event.preventDefault()
      navigate((event as CustomEvent<string>).detail, { preventScrollReset: true })
    }
    document.addEventListener('chart:zoom', open)
    return () => document.removeEventListener('chart:zoom', open)
  }, [navigate])
}
