/** The rows of a configuration board as lines of its CSV file. */
import { locationOf } from '~/domain/device'
import { isWaiting } from '~/domain/send-state'
import type { Translate } from '~/i18n/instance'
import type { ControllerState } from './controller-states.server'
import type { KindName } from './shared/kind'

/** The heading of each column. Only graphics are built before they are sent. */
export function boardHeadings(t: Translate, kind: KindName): Record<string, string> {
  return {
    name: t('field.name'),
    hostId: t('main:device.hostId'),
    site: t('entity.site'),
    location: t('field.location'),
    connection: t('main:configuration.device.connection'),
    ...(kind === 'graphics' && { build: t('main:graphics.build') }),
    state: t('main:configuration.board.state'),
    unsent: t('main:configuration.board.unsent'),
    lastSent: t('main:configuration.board.lastSent'),
  }
}

export function boardLine(t: Translate, row: ControllerState) {
  const { name, hostId, path, isConnected, processState, sendState, isDirty, lastSentTime } = row
  return {
    name,
    hostId,
    site: path.find(({ type }) => type === 'site')?.name ?? '',
    location: locationOf(path),
    connection: t(isConnected ? 'device.connected' : 'device.offline'),
    build: processState ? t(`processState.${processState}`) : '',
    state: t(`sendState.${isWaiting(sendState, isConnected) ? 'waiting' : sendState}`),
    unsent: t(isDirty ? 'word.yes' : 'word.no'),
    lastSent: lastSentTime ?? '',
  }
}
