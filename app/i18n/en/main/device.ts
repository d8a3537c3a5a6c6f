const device = {}

export default device
