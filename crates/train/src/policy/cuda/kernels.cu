// The kernels of the net of moves. They follow shared.cu.
//
// Parameters lie as PolicyShape has them: feature rows [R][N], hidden bias [N], output
// rows [M][N], output biases [M]. A batch is a row of words: position p has those from
// starts[p] to starts[p + 1], which are the number of its features, the features, and
// the outputs of its legal moves, that of the move played first.
//
// One block works on one position, from the features to the gradients: a thread has
// four hidden units, a warp takes every so manieth move. Only losses and gradients
// leave the block.

// MAX_WORDS in mod.rs.
#define MAX_WORDS 320
#define ALL_LANES 0xffffffffu

// The activations of the hidden units, [N/4].
extern __shared__ float4 activations[];

struct Net {
    const float *rows, *hidden_bias, *output_rows, *output_bias;
    int hidden;
};

__device__ __forceinline__ Net net_of(const float *parameters, int hidden, int rows, int outputs) {
    Net net;
    net.rows = parameters;
    net.hidden_bias = parameters + (size_t)rows * hidden;
    net.output_rows = net.hidden_bias + hidden;
    net.output_bias = net.output_rows + (size_t)outputs * hidden;
    net.hidden = hidden;
    return net;
}

__device__ __forceinline__ float4 four(const float *place) {
    return __ldg(reinterpret_cast<const float4 *>(place));
}

// Loads the words of the block's position. Returns how many there are.
__device__ __forceinline__ int load(const u16 *words, const u32 *starts, u16 *mine) {
    const u32 start = starts[blockIdx.x];
    const int length = (int)(starts[blockIdx.x + 1] - start);
    for (int index = threadIdx.x; index < length; index += blockDim.x)
        mine[index] = words[start + index];
    __syncthreads();
    return length;
}

// From the features to `logits`. Returns the thread's four hidden units between 0
// and 1, before they are squared; zeros in threads that have none. Rows are added in
// the order of the processor, so that the sums are the same to the last bit.
__device__ __forceinline__ float4 forward(
    const Net &net, const u16 *features, int feature_count, const u16 *outputs, int moves,
    float *logits)
{
    const int unit = threadIdx.x * 4;
    float4 x = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    if (unit < net.hidden) {
        float4 sum = four(net.hidden_bias + unit);
#pragma unroll 8
        for (int index = 0; index < feature_count; index++) {
            const float4 row = four(net.rows + (size_t)features[index] * net.hidden + unit);
            sum.x += row.x;
            sum.y += row.y;
            sum.z += row.z;
            sum.w += row.w;
        }
        x = make_float4(clamped(sum.x), clamped(sum.y), clamped(sum.z), clamped(sum.w));
        activations[threadIdx.x] = make_float4(x.x * x.x, x.y * x.y, x.z * x.z, x.w * x.w);
    }
    __syncthreads();
    const int lane = threadIdx.x & 31, warps = blockDim.x >> 5;
    for (int move = threadIdx.x >> 5; move < moves; move += warps) {
        const int output = outputs[move];
        const float *row = net.output_rows + (size_t)output * net.hidden;
        float sum = 0.0f;
#pragma unroll 4
        for (int index = lane; index < net.hidden >> 2; index += 32) {
            const float4 weight = four(row + index * 4), active = activations[index];
            sum += weight.x * active.x + weight.y * active.y
                + weight.z * active.z + weight.w * active.w;
        }
        for (int distance = 16; distance > 0; distance >>= 1)
            sum += __shfl_xor_sync(ALL_LANES, sum, distance);
        if (lane == 0) logits[move] = sum + __ldg(net.output_bias + output);
    }
    __syncthreads();
    return x;
}

struct Softmax {
    float highest, sum;
};

// The highest logit and the sum of powers, in every warp for itself. Thread 0 adds
// the cross-entropy to `loss`, and 1 to `right` if no logit is as high as the first.
__device__ __forceinline__ Softmax softmax(
    const float *logits, int moves, double *loss, u64 *right)
{
    const int lane = threadIdx.x & 31;
    const float played = logits[0];
    Softmax soft;
    soft.highest = played;
    bool is_beaten = false;
    for (int move = lane; move < moves; move += 32) {
        soft.highest = fmaxf(soft.highest, logits[move]);
        if (move > 0 && !(logits[move] < played)) is_beaten = true;
    }
    for (int distance = 16; distance > 0; distance >>= 1)
        soft.highest = fmaxf(soft.highest, __shfl_xor_sync(ALL_LANES, soft.highest, distance));
    soft.sum = 0.0f;
    for (int move = lane; move < moves; move += 32) soft.sum += expf(logits[move] - soft.highest);
    for (int distance = 16; distance > 0; distance >>= 1)
        soft.sum += __shfl_xor_sync(ALL_LANES, soft.sum, distance);
    is_beaten = __any_sync(ALL_LANES, is_beaten);
    if (threadIdx.x == 0) {
        atomicAdd(loss, (double)(logf(soft.sum) + soft.highest - played));
        if (!is_beaten) atomicAdd(right, 1ull);
    }
    return soft;
}

// Judges positions. The logits of a move are put where its word is.
extern "C" __global__ void __launch_bounds__(256) policy_forward(
    const float *__restrict__ parameters, const u16 *__restrict__ words,
    const u32 *__restrict__ starts, float *__restrict__ all_logits,
    double *__restrict__ loss, u64 *__restrict__ right, int hidden, int rows, int outputs)
{
    __shared__ u16 mine[MAX_WORDS];
    __shared__ float logits[MAX_WORDS];
    const Net net = net_of(parameters, hidden, rows, outputs);
    const int length = load(words, starts, mine);
    const int features = mine[0], moves = length - 1 - features;
    forward(net, mine + 1, features, mine + 1 + features, moves, logits);
    softmax(logits, moves, loss, right);
    float *place = all_logits + starts[blockIdx.x] + 1 + features;
    for (int move = threadIdx.x; move < moves; move += blockDim.x) place[move] = logits[move];
}

// Judges positions and adds `weight` times their gradients to `gradient`, which lies as
// the parameters do.
extern "C" __global__ void __launch_bounds__(256) policy_backward(
    const float *__restrict__ parameters, const u16 *__restrict__ words,
    const u32 *__restrict__ starts, float *__restrict__ gradient,
    double *__restrict__ loss, u64 *__restrict__ right,
    float weight, int hidden, int rows, int outputs)
{
    __shared__ u16 mine[MAX_WORDS];
    __shared__ float logits[MAX_WORDS];
    __shared__ float slopes[MAX_WORDS];
    const Net net = net_of(parameters, hidden, rows, outputs);
    const int length = load(words, starts, mine);
    const int features = mine[0], moves = length - 1 - features;
    const u16 *active = mine + 1, *numbers = mine + 1 + features;
    const float4 x = forward(net, active, features, numbers, moves, logits);

    const Softmax soft = softmax(logits, moves, loss, right);
    float *row_gradient = gradient + ((size_t)rows + 1) * hidden;
    float *bias_gradient = row_gradient + (size_t)outputs * hidden;
    for (int move = threadIdx.x; move < moves; move += blockDim.x) {
        const float share = expf(logits[move] - soft.highest) / soft.sum;
        const float slope = weight * (share - (move == 0 ? 1.0f : 0.0f));
        slopes[move] = slope;
        atomicAdd(bias_gradient + numbers[move], slope);
    }
    __syncthreads();

    // Where all four units are off, nothing is learned. No thread is waited for below.
    const int unit = threadIdx.x * 4;
    if (x.x == 0.0f && x.y == 0.0f && x.z == 0.0f && x.w == 0.0f) return;
    const float4 active4 = activations[threadIdx.x];
    float4 back = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll 4
    for (int move = 0; move < moves; move++) {
        const float slope = slopes[move];
        const float4 row = four(net.output_rows + (size_t)numbers[move] * hidden + unit);
        back.x += slope * row.x;
        back.y += slope * row.y;
        back.z += slope * row.z;
        back.w += slope * row.w;
    }
    for (int move = 0; move < moves; move++) {
        const float slope = slopes[move];
        const float4 part = make_float4(
            slope * active4.x, slope * active4.y, slope * active4.z, slope * active4.w);
        add4(row_gradient + (size_t)numbers[move] * hidden + unit, part);
    }

    // Units at their bounds have no slope.
    back.x *= x.x < 1.0f ? 2.0f * x.x : 0.0f;
    back.y *= x.y < 1.0f ? 2.0f * x.y : 0.0f;
    back.z *= x.z < 1.0f ? 2.0f * x.z : 0.0f;
    back.w *= x.w < 1.0f ? 2.0f * x.w : 0.0f;
    if (back.x == 0.0f && back.y == 0.0f && back.z == 0.0f && back.w == 0.0f) return;
    for (int index = 0; index < features; index++)
        add4(gradient + (size_t)active[index] * hidden + unit, back);
    add4(gradient + (size_t)rows * hidden + unit, back);
}
