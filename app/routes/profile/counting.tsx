/** Whether what somebody uses of the console is counted. */
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { PostForm } from '~/ui/form'
import { Section } from '~/ui/page'

interface Props {
  /** Whose profile the page shows, where the address says. */
  tenant: string | undefined
  /** In every browser, as they said here. */
  isRefused: boolean
  isRefusedByBrowser: boolean
}

export function Counting({ tenant, isRefused, isRefusedByBrowser }: Props) {
  const t = useT()
  const stands = isRefused ? 'off' : isRefusedByBrowser ? 'byBrowser' : 'on'
  return (
    <Section title={t('main:profile.counting.title')}>
      <PostForm action={href('ownUsage', {})} hidden={{ tenant }} className="flex flex-col items-start gap-3">
        <p className="text-soft">{t(`main:profile.counting.${stands}`)}</p>
        <Button name="counted" value={isRefused ? 'yes' : 'no'}>
          {t(isRefused ? 'main:profile.counting.switchOn' : 'main:profile.counting.switchOff')}
        </Button>
      </PostForm>
    </Section>
  )
}
