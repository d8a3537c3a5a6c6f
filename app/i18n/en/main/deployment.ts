const deployment = {}

export default deployment
