/** Numbers of the services (clause 21), and which of them change a device. */
export const confirmedServices = {
  acknowledgeAlarm: 0,
  confirmedCovNotification: 1,
  confirmedEventNotification: 2,
  subscribeCov: 5,
  atomicReadFile: 6,
  atomicWriteFile: 7,
  addListElement: 8,
  removeListElement: 9,
  readProperty: 12,
  readPropertyMultiple: 14,
  writeProperty: 15,
  writePropertyMultiple: 16,
  deviceCommunicationControl: 17,
  reinitializeDevice: 20,
  readRange: 26,
  getEventInformation: 29,
} as const

export const unconfirmedServices = {
  iAm: 0,
  iHave: 1,
  unconfirmedCovNotification: 2,
  unconfirmedEventNotification: 3,
  timeSynchronization: 6,
  whoHas: 7,
  whoIs: 8,
  utcTimeSynchronization: 9,
} as const

/** What a client without the permission to write may send: it reads, subscribes and answers. */
export const readingServices: ReadonlySet<number> = new Set([
  confirmedServices.subscribeCov,
  confirmedServices.atomicReadFile,
  confirmedServices.readProperty,
  confirmedServices.readPropertyMultiple,
  confirmedServices.readRange,
  confirmedServices.getEventInformation,
])

/** What a client with the permission to write may send as well. */
export const writingServices: ReadonlySet<number> = new Set([
  confirmedServices.acknowledgeAlarm,
  confirmedServices.atomicWriteFile,
  confirmedServices.deviceCommunicationControl,
  confirmedServices.reinitializeDevice,
  confirmedServices.addListElement,
  confirmedServices.removeListElement,
  confirmedServices.writeProperty,
])

/** What a device answers even when it is to be silent: it is asked although it was not heard. */
export const urgentServices: ReadonlySet<number> = new Set([
  confirmedServices.deviceCommunicationControl,
  confirmedServices.reinitializeDevice,
])

/** What a person waits for. */
export const awaitedServices: ReadonlySet<number> = new Set([
  confirmedServices.acknowledgeAlarm,
  confirmedServices.writeProperty,
])
