/** The steps of a replacement in order, with the state and the action of each. */
import type { SerializeFrom } from '@remix-run/node'
import type { ReactNode } from 'react'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { Button } from '~/ui/button'
import { Facts } from '~/ui/facts'
import { Form } from '~/ui/form'
import { A, ButtonLink } from '~/ui/link'
import { Section, Stack } from '~/ui/page'
import { ConnectionBadge, SendStateBadge } from '~/ui/states'
import { Time } from '~/ui/time'
import type { Replacement } from './replacement.server'

type ReplacementView = SerializeFrom<Replacement>

export function ReplacementSteps({ replacement, timeZone }: { replacement: ReplacementView; timeZone: string | null }) {
  const t = useT()
  const { onboarding, template, backup, check, oldHref } = replacement
  const zone = timeZone ?? undefined
  // Settings that could not be read do not count as applied. Settings never sent do not come from the steps before.
  const sent = check.kinds.filter(({ sendState }) => sendState !== 'notSet')
  const isHealthy =
    check.isConnected &&
    check.isKnown &&
    (template.done !== null || backup.done !== null) &&
    sent.length > 0 &&
    sent.every(({ isDirty, isUnderWay, sendState }) => !(isDirty || isUnderWay || sendState === 'failed'))
  return (
    <Stack>
      <Step number={1} title={t('main:replacing.onboard.title')} isDone={onboarding.isDone}>
        <p>{t(onboarding.isDone ? 'main:replacing.onboard.done' : 'main:replacing.onboard.text')}</p>
        {!onboarding.isDone && (
          <div>
            <ButtonLink look="primary" href={onboarding.href}>
              {t('main:change.device.onboard')}
            </ButtonLink>
          </div>
        )}
      </Step>
      <Step number={2} title={t('main:replacing.template.title')} isDone={template.done !== null}>
        <Done done={template.done} timeZone={zone} />
        <p>{t('main:replacing.template.text')}</p>
        {template.offered.length === 0 ? (
          <A href={template.listHref}>{t('main:replacing.template.none')}</A>
        ) : (
          <div className="flex flex-wrap gap-3">
            {template.offered.map(({ id, name, action, fields }) => (
              <Form key={id} action={action} hidden={fields} className="">
                <Button look={onboarding.isDone && !template.done ? 'primary' : 'secondary'}>
                  {t('main:template.apply.title', { name })}
                </Button>
              </Form>
            ))}
          </div>
        )}
      </Step>
      <Step number={3} title={t('main:replacing.backup.title')} isDone={backup.done !== null}>
        <Done done={backup.done} timeZone={zone} />
        <p>{t('main:replacing.backup.text')}</p>
        {backup.offered.length === 0 ? (
          <A href={backup.listHref}>{t('main:replacing.backup.none')}</A>
        ) : (
          <ul className="flex flex-col gap-2">
            {backup.offered.map(({ id, name, at, href }) => (
              <li key={id} className="flex flex-wrap items-center gap-3">
                {href ? (
                  <ButtonLink look={onboarding.isDone && !backup.done ? 'primary' : 'secondary'} href={href}>
                    {t('main:backup.restoring.title', { name })}
                  </ButtonLink>
                ) : (
                  <bdi>{name}</bdi>
                )}
                <span className="text-soft">
                  <Time at={at} timeZone={zone} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Step>
      <Step number={4} title={t('main:replacing.check.title')} isDone={isHealthy}>
        <Facts
          facts={[
            { term: t('main:replacing.check.connection'), value: <ConnectionBadge isConnected={check.isConnected} /> },
            ...check.kinds.map(({ kind, href, isDirty, sendState }) => ({
              term: <A href={href}>{t(`main:view.${kind}`)}</A>,
              value: (
                <>
                  <SendStateBadge state={sendState} /> {isDirty && <Badge tone="warn">{t('device.unsent')}</Badge>}
                </>
              ),
            })),
          ]}
        />
        {isHealthy && oldHref && (
          <p>
            {t('main:replacing.check.last')} <A href={oldHref}>{t('main:replacing.check.deleteOld')}</A>
          </p>
        )}
      </Step>
    </Stack>
  )
}

function Step({
  number,
  title,
  isDone,
  children,
}: {
  number: number
  title: string
  isDone: boolean
  children: ReactNode
}) {
  const t = useT()
  return (
    <Section
      title={`${number} · ${title}`}
      aside={<Badge tone={isDone ? 'ok' : 'info'}>{t(isDone ? 'main:replacing.done' : 'main:replacing.open')}</Badge>}
    >
      <div className="flex max-w-prose flex-col gap-3">{children}</div>
    </Section>
  )
}

function Done({ done, timeZone }: { done: { at: string; href: string | null } | null; timeZone: string | undefined }) {
  const t = useT()
  if (!done) return null
  return (
    <p>
      {t('main:replacing.doneAt')} <Time at={done.at} timeZone={timeZone} />
      {done.href && (
        <>
          {' · '}
          <A href={done.href}>{t('main:change.page.onRecord')}</A>
        </>
      )}
    </p>
  )
}
