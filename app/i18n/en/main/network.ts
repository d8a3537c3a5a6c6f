const network = {}

export default network
