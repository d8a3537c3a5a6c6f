/** The opt-out of usage analytics. */
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { PostForm } from '~/ui/form'
import { Section } from '~/ui/page'

interface OptOutProps {
  /** The tenant whose profile is shown, where the address names one. */
  tenant: string | undefined
  /** The opt-out set here; it applies in every browser. */
  isRefused: boolean
  isRefusedByBrowser: boolean
}

export function AnalyticsOptOut({ tenant, isRefused, isRefusedByBrowser }: OptOutProps) {
  const t = useT()
  const state = isRefused ? 'off' : isRefusedByBrowser ? 'byBrowser' : 'on'
  return (
    <Section title={t('main:profile.counting.title')}>
      <PostForm action={href('ownUsage', {})} hidden={{ tenant }} className="flex flex-col items-start gap-3">
        <p className="text-soft">{t(`main:profile.counting.${state}`)}</p>
        <Button name="counted" value={isRefused ? 'yes' : 'no'}>
          {t(isRefused ? 'main:profile.counting.switchOn' : 'main:profile.counting.switchOff')}
        </Button>
      </PostForm>
    </Section>
  )
}
