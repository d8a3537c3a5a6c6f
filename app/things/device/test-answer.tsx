/**
 * The result of a connection test on request, since an unreachable controller is only detected after seconds (domain
 * §6.2).
 */
import type { z } from 'zod'
import type { UnavailableReason } from '#contracts/devices'
import type { Panel } from '~/backend/reader.server'
import { serviceText } from '~/change/problem-text'
import { useT } from '~/i18n/use-t'
import { ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Unavailable } from '~/ui/panel'
import { Time } from '~/ui/time'

export interface TestAnswer {
  isWell: boolean
  reason?: z.infer<typeof UnavailableReason> | undefined
  at: string
}

/**
 * Returns the result for one controller. The value is null if the reply does not include it; the panel is null before a
 * test.
 */
export function testAnswer<Named>(
  tested: Panel<readonly Named[]> | null,
  answerIn: (named: Named) => TestAnswer,
): Panel<TestAnswer | null> | null {
  if (!tested?.ok) return tested
  const [named] = tested.value
  return { ok: true, value: named ? answerIn(named) : null }
}

export function AnswerOfTest({
  answer,
  titles,
  untested,
  testHref,
  timeZone,
}: {
  answer: Panel<TestAnswer | null> | null
  titles: { well: string; unwell: string }
  /** Shown before the first test. */
  untested?: string
  testHref: string | null
  timeZone?: string | undefined
}) {
  const t = useT()
  const found = answer?.ok ? answer.value : null
  return (
    <div className="flex flex-col items-start gap-3">
      {!answer && untested && <p className="text-soft">{untested}</p>}
      {answer && !answer.ok && <Unavailable detail={serviceText(t, answer.problem)} />}
      {answer?.ok && (
        <Notice tone={found?.isWell ? 'ok' : 'warn'} quiet title={found?.isWell ? titles.well : titles.unwell}>
          {!found?.isWell && <p>{t(`main:onboarding.reason.${found?.reason ?? 'unknown'}`)}</p>}
          {found && (
            <p className="text-sm text-soft">
              <Time at={found.at} timeZone={timeZone} />
            </p>
          )}
        </Notice>
      )}
      {testHref && (
        <ButtonLink href={testHref}>{answer ? t('main:onboarding.testAgain') : t('main:onboarding.test')}</ButtonLink>
      )}
    </div>
  )
}
