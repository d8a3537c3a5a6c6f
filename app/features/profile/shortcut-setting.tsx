/** Whether single-key shortcuts are active: they interfere with speech input and mistyped keys (WCAG 2.1.4). */
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { HiddenFields } from '~/ui/form'
import { Section } from '~/ui/page'
import { usePageContext } from '~/ui/page-context'

/** `tenant`: the tenant whose profile is shown, where the address names one. */
export function ShortcutSetting({ tenant }: { tenant: string | undefined }) {
  const t = useT()
  const { hasKeys } = usePageContext()
  return (
    <Section title={t('main:profile.keys.title')}>
      <form method="get" className="flex flex-col items-start gap-3">
        <HiddenFields values={{ tenant }} />
        <p className="text-soft">{t(hasKeys ? 'main:profile.keys.on' : 'main:profile.keys.off')}</p>
        <Button name="keys" value={hasKeys ? 'off' : 'on'}>
          {t(hasKeys ? 'main:profile.keys.switchOff' : 'main:profile.keys.switchOn')}
        </Button>
      </form>
    </Section>
  )
}
