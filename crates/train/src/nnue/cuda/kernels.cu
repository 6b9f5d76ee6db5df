// The kernels of NNUE training. They follow shared.cu.
//
// Parameters lie as NetShape has them: feature rows [R][N], hidden bias [N],
// output weights [B][2N], output biases [B]. A batch has two views a position:
// view 2p is that of the side to move in position p, 2p + 1 the other's.

// sums[view][N] = bias + the rows of the view's features. One block a view,
// N/4 threads of four units each.
extern "C" __global__ void first_layer_forward(
    const float *parameters, const u16 *features, const u8 *counts,
    float *sums, int hidden, int slots, int rows)
{
    __shared__ u16 active[64];
    const int view = blockIdx.x;
    const int count = counts[view >> 1];
    for (int slot = threadIdx.x; slot < count; slot += blockDim.x)
        active[slot] = features[(size_t)view * slots + slot];
    __syncthreads();
    const int unit = threadIdx.x * 4;
    float4 sum = *reinterpret_cast<const float4 *>(parameters + (size_t)rows * hidden + unit);
    for (int slot = 0; slot < count; slot++) {
        const float4 row = *reinterpret_cast<const float4 *>(
            parameters + (size_t)active[slot] * hidden + unit);
        sum.x += row.x;
        sum.y += row.y;
        sum.z += row.z;
        sum.w += row.w;
    }
    *reinterpret_cast<float4 *>(sums + (size_t)view * hidden + unit) = sum;
}

// The sum of `value` over the threads of a block, in all of them.
__device__ float block_sum(float value) {
    __shared__ float partial[32];
    for (int distance = 16; distance > 0; distance >>= 1)
        value += __shfl_xor_sync(0xffffffffu, value, distance);
    if ((threadIdx.x & 31) == 0) partial[threadIdx.x >> 5] = value;
    __syncthreads();
    float sum = 0.0f;
    for (int warp = 0; warp < (int)(blockDim.x >> 5); warp++) sum += partial[warp];
    return sum;
}

// outputs[position]. One block a position; its threads are a multiple of 32.
extern "C" __global__ void output_layer_forward(
    const float *output_weights, const float *output_bias, const float *sums,
    const u8 *buckets, float *outputs, int hidden)
{
    const int position = blockIdx.x, width = 2 * hidden, bucket = buckets[position];
    const float *weights = output_weights + (size_t)bucket * width;
    const float *mine = sums + (size_t)position * width;
    float sum = 0.0f;
    for (int unit = threadIdx.x; unit < width; unit += blockDim.x) {
        const float x = clamped(mine[unit]);
        sum += x * x * weights[unit];
    }
    sum = block_sum(sum);
    if (threadIdx.x == 0) outputs[position] = sum + output_bias[bucket];
}

// From the outputs to the gradients of the output layer and of the sums, which
// take the place of the sums. Squared errors are added to `error`.
extern "C" __global__ void output_layer_backward(
    const float *output_weights, const float *outputs, const float *targets,
    const u8 *buckets, float *sums, float *weight_gradient, float *bias_gradient,
    double *error, float weight, int hidden)
{
    const int position = blockIdx.x, width = 2 * hidden, bucket = buckets[position];
    const float expected = 1.0f / (1.0f + expf(-outputs[position]));
    const float difference = expected - targets[position];
    const float slope = 2.0f * weight * difference * expected * (1.0f - expected);
    if (threadIdx.x == 0) {
        atomicAdd(error, (double)difference * (double)difference);
        atomicAdd(bias_gradient + bucket, slope);
    }
    const float *weights = output_weights + (size_t)bucket * width;
    float *gradient = weight_gradient + (size_t)bucket * width;
    float *mine = sums + (size_t)position * width;
    for (int unit = threadIdx.x; unit < width; unit += blockDim.x) {
        const float sum = mine[unit], x = clamped(sum);
        if (x > 0.0f) atomicAdd(gradient + unit, slope * x * x);
        mine[unit] = sum > 0.0f && sum < 1.0f ? slope * weights[unit] * 2.0f * x : 0.0f;
    }
}

// Adds the gradients of the sums to those of the rows that made them, the bias
// among them. Blocks and threads as in the forward kernel.
extern "C" __global__ void first_layer_backward(
    const float *slopes, const u16 *features, const u8 *counts,
    float *gradient, int hidden, int slots, int rows)
{
    __shared__ u16 active[64];
    const int view = blockIdx.x;
    const int count = counts[view >> 1];
    for (int slot = threadIdx.x; slot < count; slot += blockDim.x)
        active[slot] = features[(size_t)view * slots + slot];
    __syncthreads();
    const int unit = threadIdx.x * 4;
    const float4 slope =
        *reinterpret_cast<const float4 *>(slopes + (size_t)view * hidden + unit);
    if (slope.x == 0.0f && slope.y == 0.0f && slope.z == 0.0f && slope.w == 0.0f) return;
    for (int slot = 0; slot < count; slot++)
        add4(gradient + (size_t)active[slot] * hidden + unit, slope);
    add4(gradient + (size_t)rows * hidden + unit, slope);
}
