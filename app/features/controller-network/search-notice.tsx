/** Says that a search runs, or when it ended and what may be wrong with its result. */
import type { NetworkProblem, NetworkSearch } from '#contracts/controller-networks'
import { useT } from '~/i18n/use-t'
import { Notice } from '~/ui/notice'
import { Time } from '~/ui/time'

interface Props {
  search: {
    state: NetworkSearch['state']
    /** The object that was searched for; null in a search for all controllers. */
    object: string | null
    requestedAt: string
    requestedBy: string | null
    completedAt: string | null
    problem: NetworkProblem | null
  }
}

export function SearchNotice({ search: { state, object, requestedAt, requestedBy, completedAt, problem } }: Props) {
  const t = useT()
  if (state === 'running')
    return (
      <Notice tone="info" title={t('main:controllerNetwork.running')}>
        {t('main:controllerNetwork.runningText')}
      </Notice>
    )
  const when = (
    <p className="text-soft">
      {object ? (
        <>{t('main:controllerNetwork.object.searched', { object })} </>
      ) : (
        `${t('main:controllerNetwork.searchedAt')} `
      )}
      <Time at={completedAt ?? requestedAt} />
      {requestedBy && (
        <>
          {' · '}
          <bdi>{requestedBy}</bdi>
        </>
      )}
    </p>
  )
  if (state === 'unsupported' || state === 'unreachable')
    return (
      <Notice tone="danger" quiet title={t(`main:controllerNetwork.failed.${state}`)}>
        <p>{t(`main:controllerNetwork.failed.${state}Text`)}</p>
        {when}
      </Notice>
    )
  if (problem)
    return (
      <Notice tone="warn" quiet title={t(`main:controllerNetwork.problem.${problem}`)}>
        <p>{t(`main:controllerNetwork.problem.${problem}Text`)}</p>
        {when}
      </Notice>
    )
  return when
}
